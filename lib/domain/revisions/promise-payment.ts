/** A promise to pay: the reminders stop until its date, go on if it is withdrawn, and a step firmer if it is broken. */
import type { Collection } from '#lib/domain/collection.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { type Pause, pauseAt } from '#lib/domain/follow-up/follow-up.ts';
import { endOfDay } from '#lib/domain/time/due-day.ts';
import { DAY_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { expiryOf, keepingDue, MAX_EXPIRES_IN, type Revisable, refusePast, revise } from './revise-plan.ts';

/** The reminders stop until `payBy`, and the collection lives for at least a day more. Undefined if it is promised already. */
export function promisePayment(
  of: Revisable,
  payBy: string,
  now: Date,
  actor: 'merchant' | 'customer' = 'merchant',
): Collection | undefined {
  const { collection } = of;
  refusePast('payBy', payBy, now);
  if (collection.promise?.payBy === payBy && collection.promise.brokenAt === undefined) return undefined;
  const created = Date.parse(collection.createdAt);
  const needed = Math.ceil((Date.parse(payBy) + DAY_MS - created) / MINUTE_MS);
  if (needed > Math.max(MAX_EXPIRES_IN, longestLife(of, now)))
    throw validationFailed([{ path: 'payBy', message: 'must be within a year of the creation' }]);
  const { followUp, expiresInMinutes: before } = collection;
  const expiresInMinutes = Math.max(before, needed);
  const to = {
    ...expiryOf(collection, expiresInMinutes),
    // The strategy's choice stays, and so do its reasons.
    ...(expiresInMinutes > before && { followUp: { ...followUp, chosenFor: followUp.chosenFor ?? before } }),
    pause: pauseFor(collection, payBy, now),
    promise: { payBy, madeAt: now.toISOString(), ...(actor === 'customer' && { since: firstOf(collection, now) }) },
  };
  return revise(of, { event: 'promise.made', data: { payBy, actor }, to }, now);
}

/** A promise ends no pause that a person of the merchant made: they go on only when that is over, too. */
function pauseFor({ pause }: Collection, payBy: string, now: Date): Pause {
  const before = pauseAt(pause, now);
  const isKept = before?.reason === 'merchant' && (before.until ?? payBy) >= payBy;
  return isKept ? before : { since: now.toISOString(), until: payBy, reason: 'promise' };
}

/** When the customer made the promise that this one puts off. */
function firstOf({ promise }: Collection, now: Date): string {
  const inForce = promise?.brokenAt === undefined ? promise : undefined;
  return inForce?.since ?? now.toISOString();
}

/** In minutes from the creation. A due day, or a reopening, may lie later than a year after it. */
function longestLife({ collection, setting }: Revisable, now: Date): number {
  const { createdAt, dueDay, expiresInMinutes, reopenedAt } = collection;
  if (dueDay === undefined && reopenedAt === undefined) return 0;
  const minutesTo = (at: number) => Math.ceil((at - Date.parse(createdAt)) / MINUTE_MS);
  const dueEnd = dueDay === undefined ? 0 : endOfDay(dueDay, setting.account.country);
  return Math.max(expiresInMinutes, minutesTo(Math.max(dueEnd, now.getTime())) + MAX_EXPIRES_IN);
}

/** Undefined if no promise is in force. The reminders go on, unless somebody else than the promise has paused them. */
export function withdrawPromise(of: Revisable, now: Date): Collection | undefined {
  const { promise, pause, ...collection } = of.collection;
  if (promise === undefined || promise.brokenAt !== undefined) return undefined;
  const kept = { ...collection, ...(pause && pause.reason !== 'promise' && { pause }) };
  const data = { payBy: promise.payBy, actor: 'merchant' } as const;
  return revise({ ...of, collection: kept }, { event: 'promise.withdrawn', data, plan: keepingDue(of, now) }, now);
}

/** The plan goes on from the day that was promised, a step firmer. */
export function breakPromise(of: Revisable, now: Date): Collection {
  const { promise, plan } = of.collection;
  if (promise === undefined) throw new RangeError('no promise to break');
  const { payBy } = promise;
  const change = {
    event: 'promise.broken',
    data: { payBy, actor: 'schedule' },
    to: { promise: { ...promise, brokenAt: now.toISOString() } },
    plan: { ...keepingDue(of, now), from: payBy, restartsAt: payBy, firmer: (plan?.firmer ?? 0) + 1 },
  } as const;
  return revise(of, change, now);
}
