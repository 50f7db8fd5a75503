/** A collection that has expired or was cancelled is opened again, with the same id, reference and link. Its slots are numbered on. */
import { reopenedFollowUp } from '#lib/domain/choose-follow-up.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { erasedForGood, invalidTransition, validationFailed } from '#lib/domain/errors.ts';
import { endOfDay, endsBeforeDue, lifeOf } from '#lib/domain/time/due-day.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { findTransition, isPayable } from '#lib/domain/transitions.ts';
import { expecting, expiryOf, MAX_EXPIRES_IN, type Revisable, type RevisedCollection, revise } from './revise-plan.ts';
import { completedIfPaid, staleFrom } from './update-collection.ts';

/** `extendBy`: in minutes from now; as long as before, if it is absent. */
type Reopening = { extendBy?: number | undefined };

/** Undefined if it is open. @throws invalid_transition, validation_failed */
export function reopenCollection(of: Revisable, given: Reopening, now: Date): RevisedCollection | undefined {
  const { collection, setting } = of;
  const { status } = asSeenAt(collection, now);
  if (isPayable(status)) return undefined;
  const { dueDay } = collection;
  const dueEnd = dueDay === undefined ? Number.POSITIVE_INFINITY : endOfDay(dueDay, setting.account.country);
  const to = dueEnd > now.getTime() ? 'pending' : 'overdue';
  if (collection.erasedAt !== undefined) throw erasedForGood();
  if (!findTransition(to, 'reopening')?.from.includes(status)) throw invalidTransition(status, to);
  const expiry = expiryAfter(of, { ...given, dueEnd: dueDay === undefined ? 0 : dueEnd }, now);
  const opened = { ...withoutPast(collection), ...expiry, status: to, reopenedAt: now.toISOString() } as const;
  // Money that was judged by the state before is judged again.
  const amountChanges = (collection.amountChanges ?? 0) + 1;
  const change = {
    event: 'collection.reopened',
    data: { actor: 'merchant', from: { expiresAt: collection.expiresAt }, to: { expiresAt: expiry.expiresAt } },
    to: { followUp: reopenedFollowUp(opened, setting, now), options: [], amountChanges, ...staleFrom(collection, now) },
    startsAnew: true,
  } as const;
  // What it had received when it was closed may be all that is asked.
  const revised = completedIfPaid(revise({ ...of, collection: opened }, change, now), now);
  return expecting(revised, collection, { isRenewed: true });
}

/** A promise, a pause or a part payment of the time before has no effect any more. */
function withoutPast(collection: Collection): Collection {
  const { promise: _p, pause: _u, skippedSlot: _s, postponedSlot: _o, staleSessions: _t, ...rest } = collection;
  return rest;
}

/** @throws validation_failed */
function expiryAfter({ collection }: Revisable, { extendBy, dueEnd }: Reopening & { dueEnd: number }, now: Date) {
  const asBefore = Math.min(lifeOf(collection).minutes, MAX_EXPIRES_IN);
  const at = now.getTime() + (extendBy ?? asBefore) * MINUTE_MS;
  if (extendBy !== undefined && at < dueEnd) throw validationFailed([endsBeforeDue('extendBy')]);
  const created = Date.parse(collection.createdAt);
  return expiryOf(collection, Math.ceil((Math.max(at, dueEnd) - created) / MINUTE_MS));
}
