/** What a person's history keeps of a payment that completed a collection. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { MERCHANT } from '#lib/domain/payment/ledger-entry.ts';
import type { PersonPayment } from './person.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Undefined if the booking teaches nothing: a merchant's record says when it was typed, and a part is not the payment. */
export function paymentOf(
  { createdAt }: Pick<Collection, 'createdAt'>,
  attempts: readonly Attempt[],
  { entry, completion }: Pick<Booking, 'entry' | 'completion'>,
): PersonPayment | undefined {
  if (completion === undefined || entry.movement !== 'payment' || entry.provider === MERCHANT) return undefined;
  const minutesSince = (instant: string) => Math.floor((Date.parse(entry.at) - Date.parse(instant)) / MINUTE);
  const delivered = deliveredBefore(attempts, entry.at);
  return {
    at: entry.at,
    minutesToPay: Math.max(0, minutesSince(createdAt)),
    reminded: attempts.some(({ at: { sent, unknown } }) => (sent ?? unknown ?? entry.at) < entry.at),
    ...(delivered && { channel: delivered.channel, minutesSinceDelivery: minutesSince(delivered.at) }),
  };
}

/** The message that was delivered last, at most 24 hours before. */
function deliveredBefore(attempts: readonly Attempt[], paidAt: string) {
  const earliest = new Date(Date.parse(paidAt) - DAY).toISOString();
  return attempts
    .flatMap(({ channel, at: { delivered, read } }) => {
      const at = delivered ?? read;
      return channel === undefined || at === undefined || at < earliest || at > paidAt ? [] : [{ channel, at }];
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
}
