/** Builds the answers of the insights from reports. */

import type { CustomerBook } from '#lib/domain/insights/customer-book.ts';
import type { ExperimentResult } from '#lib/domain/insights/experiment.ts';
import { PAID_WITHIN_DAYS, type RecoveryRow } from '#lib/domain/insights/recovery.ts';
import type { Ageing, Book, FlowStep, Sum } from '#lib/domain/insights/reports.ts';
import { COST_UNIT } from '#lib/domain/insights/statistics.ts';
import { toAmount } from '#lib/domain/money.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import type { BookResponse } from './book.ts';
import type { ExperimentResponse, FlowResponse, RecoveryResponse } from './insights.ts';

type Money = { value: number; currency: string };

const owed = ({ minor, count }: Sum, currency: string): { amount: Money; count: number } => ({
  amount: toAmount({ minor, currency }),
  count,
});

export function toCurrencyBook(currency: string, book: Book): BookResponse['currencies'][number] {
  return {
    currency,
    outstanding: toAmount({ minor: book.owed.minor, currency }),
    count: book.owed.count,
    customers: book.customers,
    byAge: [...book.byAge].map(([age, sum]) => ({ age, ...owed(sum, currency) })),
    promised: owed(book.promised, currency),
    disputed: owed(book.disputed, currency),
    expiredUnpaid: owed(book.expired, currency),
  };
}

export const toCustomerBook = (
  customer: { id: string; firstName: string; lastName: string },
  { currency, owed: sum, byAge }: CustomerBook,
): NonNullable<BookResponse['customers']>[number] => ({
  customer: customer.id,
  firstName: customer.firstName,
  lastName: customer.lastName,
  ...toPastBook(currency, { owed: sum, byAge }),
});

/** At the end of a day that is over: what was promised, disputed or expired then is not known any more. */
export const toPastBook = (
  currency: string,
  { owed: sum, byAge }: { owed: Sum; byAge: Ageing },
): BookResponse['currencies'][number] => ({
  currency,
  outstanding: toAmount({ minor: sum.minor, currency }),
  count: sum.count,
  byAge: [...byAge].map(([age, each]) => ({ age, ...owed(each, currency) })),
});

export function toFlowStep(currency: string, step: FlowStep): FlowResponse['currencies'][number]['steps'][number] {
  const amount = (minor: number) => toAmount({ minor, currency });
  const { from, to, asked, corrected, online, byHand, returned, restored, credited } = step;
  const { writtenOff, reinstated, overpaid, opened, closed, closing } = step;
  return {
    from: dateOf(from),
    to: dateOf(to),
    asked: amount(asked),
    corrected: amount(corrected),
    received: { online: amount(online), byHand: amount(byHand) },
    returned: amount(returned),
    restored: amount(restored),
    credited: amount(credited),
    writtenOff: amount(writtenOff),
    reinstated: amount(reinstated),
    overpaid: amount(overpaid),
    opened,
    closed,
    closing: owed(closing, currency),
  };
}

/** Prices have more decimals than currencies. */
const DECIMALS = 10_000;

const toCost = ([currency, units]: readonly [string, number]): Money => ({
  value: Math.round((units / COST_UNIT) * DECIMALS) / DECIMALS,
  currency,
});

/** `receivedIn`: in minor units; undefined where it is not known. */
export const toRecoveryCosts = (
  costs: ReadonlyMap<string, number>,
  receivedIn: (currency: string) => number | undefined,
): RecoveryResponse['costs'] =>
  [...costs].map(([currency, units]) => {
    const minor = receivedIn(currency);
    const amount = toCost([currency, units]);
    const received = minor === undefined ? null : toAmount({ minor, currency });
    const isKnown = received !== null && received.value > 0;
    return {
      amount,
      received,
      perThousand: isKnown ? Math.round((amount.value / received.value) * 1000 * 100) / 100 : null,
    };
  });

export function toRecoveryRow({
  amounts,
  costs,
  unpriced,
  shares,
  ...row
}: RecoveryRow): RecoveryResponse['rows'][number] {
  const paidWithin = Object.fromEntries(PAID_WITHIN_DAYS.map((days, place) => [`days${days}`, shares[place] ?? null]));
  return {
    ...row,
    amounts: [...amounts].map(([currency, minor]) => toAmount({ minor, currency })),
    costs: [...costs].map(toCost),
    unpricedMessages: unpriced,
    paidWithin: paidWithin as RecoveryResponse['rows'][number]['paidWithin'],
  };
}

type ExperimentPlan = Pick<
  ExperimentResponse,
  'holdOut' | 'asOf' | 'since' | 'plannedFor' | 'plannedUntil' | 'detectablePoints' | 'variant'
>;

export function toExperiment(
  plan: ExperimentPlan,
  { isMismatched, ...within14 }: ExperimentResult,
  { isMismatched: _same, ...within30Days }: ExperimentResult,
): ExperimentResponse {
  return { ...plan, isMismatched, ...showResult(within14), within30Days: showResult(within30Days) };
}

const showResult = ({ variant, arms, ...result }: Omit<ExperimentResult, 'isMismatched'>) => ({
  arms: arms.map(({ costs, ...arm }) => ({ ...arm, costs: [...costs].map(toCost) })),
  ...result,
  ...(variant && { variantLift: variant.lift, variantAtPlannedEnd: variant.atPlannedEnd }),
});
