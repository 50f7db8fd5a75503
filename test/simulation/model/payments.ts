/** What confirmed payments mean for their collection (design §4, decision 18). Money is truth: none is dropped. */
import { change, type Known, statusAt } from './collection.ts';
import { toMinor } from './money.ts';
import { transitionOf } from './states.ts';

/** As the provider confirms it. */
export type Confirmed = { transaction: string; minor: number; currency: string; paidAt: number };

export type Booked = Confirmed & { event: 'payment.received' | 'payment.unexpected'; at: number };

/** A collection with what has been paid for it. */
type Account = { known: Known; booked: readonly Booked[] };

/** Decision 18: it counts when it is in the collection's currency and the collection has not been cancelled. */
const counts = ({ status, amount }: Known, { currency }: Confirmed): boolean =>
  status !== 'cancelled' && currency === amount.currency;
// ▲ What was paid after `completedAt` becomes payment.unexpected, `already_completed`.

/** Recorded once for each transaction, whatever is heard of it again. */
export function apply({ known, booked }: Account, payment: Confirmed, now: number): Account {
  if (booked.some(({ transaction }) => transaction === payment.transaction)) return { known, booked };
  // As with every change, time never goes back.
  const at = Math.max(known.updatedAt, now);
  const event = counts(known, payment) ? 'payment.received' : 'payment.unexpected';
  const all: readonly Booked[] = [...booked, { ...payment, event, at }];
  const recorded = { ...known, updatedAt: at, events: [...known.events, { type: event, at }] };
  const isEnough = receivedOf(all) >= toMinor(known.amount);
  const mayComplete = transitionOf(statusAt(known, now), 'completed', 'payment') !== undefined;
  return { known: isEnough && mayComplete ? change(recorded, 'completed', now) : recorded, booked: all };
}

/** Design §4: the sum of those that count. */
const receivedOf = (booked: readonly Booked[]): number =>
  booked.filter(({ event }) => event === 'payment.received').reduce((sum, { minor }) => sum + minor, 0);

type Standing = 'exact' | 'partial' | 'over' | 'late';

/** Design §4: from the sum and the provider's time of payment. Late is enough, but paid after the expiry; too little is partial. */
export function standingOf({ known, booked }: Account, { paidAt }: Confirmed): Standing {
  const due = toMinor(known.amount);
  const received = receivedOf(booked);
  if (received < due) return 'partial';
  if (paidAt >= known.expiresAt) return 'late';
  return received === due ? 'exact' : 'over';
}
