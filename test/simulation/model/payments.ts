/** The effect of what a provider confirms on a collection (docs/decisions/0018-what-a-payment-means.md). Nothing is dropped. */
import { change, type Known, statusAt } from './collection.ts';
import { decimalsOf, toMinor } from './money.ts';
import { isPayable, transitionOf } from './states.ts';
import type { RecordBody } from './wire.ts';

/** What a provider says of a transaction: `minor` of a payment is all that it has received so far. */
export type Confirmed = {
  kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_lost' | 'dispute_won';
  transaction: string;
  object: string;
  minor: number;
  currency: string;
  at: number;
  /** Of what the merchant recorded by a request of its own. */
  recorded?: { by: number; key: string | undefined; body: RecordBody };
};

export type Booked = Confirmed & {
  event: string;
  recordedAt: number;
  /** What it adds to the sum of its currency. */
  credited: number;
  standing: Standing | undefined;
};

/** A collection with its ledger. */
type Account = { known: Known; booked: readonly Booked[] };

const EVENTS = {
  refund: 'payment.refunded',
  refund_failed: 'payment.refund_failed',
  dispute: 'payment.disputed',
  dispute_lost: 'payment.dispute_lost',
  dispute_won: 'payment.dispute_won',
} as const;

/** Records each thing once, however often it is confirmed. */
export function apply({ known, booked }: Account, said: Confirmed, now: number): Account {
  if (booked.some((each) => isSame(each, said))) return { known, booked };
  // `updatedAt` never decreases, as with every change.
  const recordedAt = Math.max(known.updatedAt, now);
  const event = said.kind === 'payment' ? paymentEvent(known, said) : EVENTS[said.kind];
  const received = sumIn(known.amount.currency, [...booked, said]);
  const counts = said.kind === 'payment' && isInCurrency(known, said);
  const entry = {
    ...said,
    event,
    recordedAt,
    credited: sumIn(said.currency, [...booked, said]) - sumIn(said.currency, booked),
    standing: counts ? standingOf({ known: { ...known, received } }, said) : undefined,
  };
  const all: readonly Booked[] = [...booked, entry];
  const recorded = {
    ...known,
    received,
    booked: all,
    updatedAt: recordedAt,
    events: [...known.events, { type: event, at: recordedAt, data: toldOf(known, entry) }],
  };
  // Money that comes back, of a refund that failed or a dispute that was won, can be enough too.
  const isEnough = received > known.received && received >= toMinor(known.amount);
  const mayComplete = transitionOf(statusAt(known, now), 'completed', 'payment') !== undefined;
  return { known: isEnough && mayComplete ? change(recorded, 'completed', now) : recorded, booked: all };
}

const isSame = (a: Confirmed, b: Confirmed): boolean =>
  a.kind === b.kind && a.transaction === b.transaction && a.object === b.object;

/** Whether a payment left something to be paid: then the next reminder is left out. */
export const isPart = ({ known }: Account, said: Confirmed): boolean =>
  said.kind === 'payment' && isInCurrency(known, said) && isPayable(known.status) && outstandingOf(known) > 0;

const isInCurrency = ({ amount }: Known, { currency }: Confirmed): boolean => currency === amount.currency;

/** Money is unexpected in another currency, after a cancellation, and when it was paid after the completion. */
function paymentEvent(known: Known, said: Confirmed): string {
  const { status, completedAt } = known;
  const isLate = status === 'completed' && completedAt !== undefined && said.at > completedAt;
  const isExpected = isInCurrency(known, said) && status !== 'cancelled' && !isLate;
  return isExpected ? 'payment.received' : 'payment.unexpected';
}

/** What the event of an entry tells; of a payment that grew, only what was added. */
function toldOf(known: Known, { kind, minor, currency, credited, transaction, recorded, event, at }: Booked): object {
  const named = recorded ? recorded.body.transaction : transaction;
  return {
    amount: { value: (kind === 'payment' ? credited : minor) / 10 ** decimalsOf(currency), currency },
    ...(named !== undefined && { transaction: named }),
    ...(recorded && { method: recorded.body.method }),
    ...(event === 'payment.unexpected' && { reason: whyUnexpected(known, { currency, at }) }),
    actor: recorded ? 'merchant' : 'provider',
  };
}

function whyUnexpected(known: Known, said: Pick<Confirmed, 'currency' | 'at'>): string {
  if (said.currency !== known.amount.currency) return 'other_currency';
  if (known.status === 'cancelled') return 'cancelled';
  return known.received >= toMinor(known.amount) ? 'already_paid' : 'already_completed';
}

/** All that came in a currency, less what went back for good. */
function sumIn(currency: string, all: readonly Confirmed[]): number {
  const own = all.filter((each) => each.currency === currency);
  const undone = (kind: Confirmed['kind'], { transaction, object }: Confirmed) =>
    own.some((each) => each.kind === kind && each.transaction === transaction && each.object === object);
  return own.reduce((sum, each) => {
    if (each.kind === 'payment') return sum + each.minor;
    if (each.kind === 'refund') return undone('refund_failed', each) ? sum : sum - each.minor;
    if (each.kind === 'dispute_lost') return undone('dispute_won', each) ? sum : sum - each.minor;
    return sum;
  }, 0);
}

/** What a customer still has to pay, in minor units. */
const outstandingOf = ({ amount, received }: Known): number => Math.max(0, toMinor(amount) - received);

type Standing = 'exact' | 'partial' | 'over' | 'late';

/** The standing follows from the sum and the time of payment: late is enough but after the expiry, partial is too little. */
export function standingOf({ known }: Pick<Account, 'known'>, { at }: Confirmed): Standing {
  const due = toMinor(known.amount);
  if (known.received < due) return 'partial';
  if (at >= known.expiresAt) return 'late';
  return known.received === due ? 'exact' : 'over';
}
