/** The effect of confirmed payments on their collection (docs/decisions/0018-what-a-payment-means.md). No payment is dropped. */
import { change, type Known, statusAt } from './collection.ts';
import { toMinor } from './money.ts';
import { transitionOf } from './states.ts';

/** A payment as the provider confirms it. */
export type Confirmed = { transaction: string; minor: number; currency: string; paidAt: number };

export type Booked = Confirmed & { event: 'payment.received' | 'payment.unexpected'; at: number };

/** A collection with its recorded payments. */
type Account = { known: Known; booked: readonly Booked[] };

/** A payment counts when it is in the collection's currency and the collection is not cancelled. */
const counts = ({ status, amount }: Known, { currency }: Confirmed): boolean =>
  status !== 'cancelled' && currency === amount.currency;

/** Records each transaction once, however often it is confirmed. */
export function apply({ known, booked }: Account, payment: Confirmed, now: number): Account {
  if (booked.some(({ transaction }) => transaction === payment.transaction)) return { known, booked };
  // `updatedAt` never decreases, as with every change.
  const at = Math.max(known.updatedAt, now);
  const event = counts(known, payment) ? 'payment.received' : 'payment.unexpected';
  const all: readonly Booked[] = [...booked, { ...payment, event, at }];
  const recorded = { ...known, updatedAt: at, events: [...known.events, { type: event, at }] };
  const isEnough = receivedOf(all) >= toMinor(known.amount);
  const mayComplete = transitionOf(statusAt(known, now), 'completed', 'payment') !== undefined;
  return { known: isEnough && mayComplete ? change(recorded, 'completed', now) : recorded, booked: all };
}

/** The sum of the payments that count. */
const receivedOf = (booked: readonly Booked[]): number =>
  booked.filter(({ event }) => event === 'payment.received').reduce((sum, { minor }) => sum + minor, 0);

type Standing = 'exact' | 'partial' | 'over' | 'late';

/** The standing follows from the sum and the time of payment: late is enough but after the expiry, partial is too little. */
export function standingOf({ known, booked }: Account, { paidAt }: Confirmed): Standing {
  const due = toMinor(known.amount);
  const received = receivedOf(booked);
  if (received < due) return 'partial';
  if (paidAt >= known.expiresAt) return 'late';
  return received === due ? 'exact' : 'over';
}
