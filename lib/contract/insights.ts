/** The schemas of the insights: what is owed, how money came and went, what followed reminders, and the experiment. */
import * as z from 'zod/mini';
import { ARMS } from '#lib/domain/account.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { AGES, agesOf } from '#lib/domain/insights/age.ts';
import { RECOVERY_REPORTS } from '#lib/domain/insights/recovery.ts';
import { STEPS } from '#lib/domain/insights/reports.ts';
import { isCurrency } from '#lib/domain/money.ts';
import { AmountResponse, calendarDay, decimal, instant, optionalLimit, reader } from './fields.ts';

export const currencyCode = () =>
  z.string().check(z.refine(isCurrency, 'must be a current ISO 4217 code in capital letters'));

const MAX_BANDS = 9;
const MAX_BAND = 3_650;

/** Of a query, such as `30,60,90`. */
const bands = () =>
  z.pipe(
    z
      .string()
      .check(z.refine(isBands, `must be 1 to ${MAX_BANDS} rising numbers of days up to ${MAX_BAND}, such as 30,60,90`)),
    z.transform((text: string) => agesOf(text.split(',').map(Number))),
  );

function isBands(text: string): boolean {
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(text)) return false;
  const days = text.split(',').map(Number);
  return days.length <= MAX_BANDS && days.every((day, index) => day > (days[index - 1] ?? 0) && day <= MAX_BAND);
}

export const BookQuery = z.strictObject({
  currency: z.optional(currencyCode()),
  at: z.optional(calendarDay()),
  bands: z.optional(bands()),
  by: z.optional(z.enum(['customer'])),
  limit: optionalLimit(),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(1_500))),
});

const DEFAULT_CUSTOMERS = 25;
const readBook = reader(BookQuery);

/** @throws validation_failed */
export function readBookQuery(input: unknown) {
  const query = readBook(input);
  const { by, cursor, limit = DEFAULT_CUSTOMERS } = query;
  const paging = (['limit', 'cursor'] as const).filter((name) => query[name] !== undefined);
  if (by === undefined && paging.length > 0)
    throw validationFailed(paging.map((path) => ({ path, message: 'is only for `by=customer`' })));
  return { ...query, byCustomer: by === 'customer' ? { limit, cursor } : undefined };
}

/** Of a query about some days. */
export const someDays = { from: z.optional(calendarDay()), to: z.optional(calendarDay()) };

export const FlowQuery = z.strictObject({
  ...someDays,
  by: z._default(z.enum(STEPS), 'day'),
  currency: z.optional(currencyCode()),
});
export const readFlowQuery = reader(FlowQuery);

export const RecoveryQuery = z.strictObject({
  ...someDays,
  by: z._default(z.enum(RECOVERY_REPORTS), 'channel'),
  currency: z.optional(currencyCode()),
});
export const readRecoveryQuery = reader(RecoveryQuery);

export const SetExperimentRequest = z.strictObject({
  holdOut: decimal({ from: 0, to: 0.5 }),
  plannedFor: z.optional(z.int().check(z.gte(14), z.lte(365))),
});
export const readSetExperiment = reader(SetExperimentRequest);

const count = () => z.int().check(z.gte(0));
const share = () => z.nullable(z.number().check(z.gte(0), z.lte(1)));

export const OwedResponse = z.strictObject({ amount: AmountResponse, count: count() });

export const AgeResponse = z.strictObject({
  // Other bands have other ages.
  age: z.string().register(z.globalRegistry, { 'x-extensible-enum': AGES.map(({ age }) => age) }),
  amount: AmountResponse,
  count: count(),
});

export const CurrencyBook = z.strictObject({
  currency: z.string(),
  outstanding: AmountResponse,
  count: count(),
  customers: z.optional(count()),
  byAge: z.array(AgeResponse),
  promised: z.optional(OwedResponse),
  disputed: z.optional(OwedResponse),
  expiredUnpaid: z.optional(OwedResponse),
});

/** Of one customer in one currency. */
export const CustomerBook = z.strictObject({
  customer: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  currency: z.string(),
  outstanding: AmountResponse,
  count: count(),
  byAge: z.array(AgeResponse),
});

export const BookResponse = z.strictObject({
  asOf: instant(),
  at: z.optional(calendarDay()),
  currencies: z.array(CurrencyBook),
  customers: z.optional(z.array(CustomerBook)),
});

export const BookMeta = z.strictObject({ nextCursor: z.nullable(z.string()) });

export const BookPage = z.strictObject({
  status: z.literal('success'),
  message: z.string(),
  data: BookResponse,
  meta: z.optional(BookMeta),
});

export const ReceivedResponse = z.strictObject({ online: AmountResponse, byHand: AmountResponse });

export const FlowStepResponse = z.strictObject({
  from: z.string(),
  to: z.string(),
  asked: AmountResponse,
  corrected: AmountResponse,
  received: ReceivedResponse,
  returned: AmountResponse,
  restored: AmountResponse,
  credited: AmountResponse,
  writtenOff: AmountResponse,
  reinstated: AmountResponse,
  overpaid: AmountResponse,
  opened: count(),
  closed: count(),
  closing: OwedResponse,
});

export const CurrencyFlow = z.strictObject({ currency: z.string(), steps: z.array(FlowStepResponse) });

export const FlowResponse = z.strictObject({ asOf: instant(), currencies: z.array(CurrencyFlow) });

export const PaidWithinResponse = z.strictObject({
  days1: share(),
  days3: share(),
  days7: share(),
  days14: share(),
  days30: share(),
});

export const RecoveryRowResponse = z.strictObject({
  key: z.string(),
  sent: count(),
  delivered: count(),
  read: count(),
  failed: count(),
  unknown: count(),
  replies: count(),
  optOuts: count(),
  collections: count(),
  amounts: z.array(AmountResponse),
  paidWithin: PaidWithinResponse,
  medianDays: z.nullable(count()),
});

export const RecoveryResponse = z.strictObject({
  asOf: instant(),
  from: z.string(),
  to: z.string(),
  by: z.enum(RECOVERY_REPORTS),
  rows: z.array(RecoveryRowResponse),
});

export const ArmResponse = z.strictObject({
  arm: z.enum(ARMS),
  customers: count(),
  asked: count(),
  paid: count(),
  share: share(),
});

export const LiftResponse = z.strictObject({ points: z.number(), low: z.number(), high: z.number() });

const result = {
  arms: z.array(ArmResponse),
  lift: z.nullable(LiftResponse),
  enough: z.boolean(),
  atPlannedEnd: z.nullable(LiftResponse),
};

export const Within30Days = z.strictObject(result);

export const ExperimentResponse = z.strictObject({
  holdOut: z.number().check(z.gte(0), z.lte(0.5)),
  asOf: instant(),
  since: z.nullable(instant()),
  plannedFor: z.int(),
  plannedUntil: z.nullable(calendarDay()),
  detectablePoints: z.nullable(z.number()),
  isMismatched: z.boolean(),
  ...result,
  within30Days: Within30Days,
});

export type BookResponse = z.output<typeof BookResponse>;
export type FlowResponse = z.output<typeof FlowResponse>;
export type RecoveryResponse = z.output<typeof RecoveryResponse>;
export type ExperimentResponse = z.output<typeof ExperimentResponse>;
