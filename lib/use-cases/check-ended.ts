/** Checks of what is to be ended at the providers: of a collection that has ended, and of sessions for another amount. Both close what is open, and ask for money that came late. */

import type { Collection } from '#lib/domain/collection.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { endedAt, nextCheckAt, staleCheckAt } from '#lib/domain/payment/ended-checks.ts';
import { numbered, openSessions, providerReference, staleSessions } from '#lib/domain/payment/session.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { Store } from '#lib/store/store.ts';
import { targetOf } from './ask-providers.ts';
import { isAhead } from './next-run.ts';
import { type PaidPorts, reconcileCollection } from './reconcile-collection.ts';
import type { LoadedCollection } from './run-context.ts';

export type CheckPorts = PaidPorts & Pick<Payments, 'closeSession'> & Pick<Store, 'saveCheck' | 'saveStaleCheck'>;

const WITHIN_MS = 3_000;

export async function checkEnded(
  ports: CheckPorts,
  loaded: LoadedCollection,
): Promise<{ outcome: 'checked' | 'nothing' | 'lost'; bookings: readonly Booking[] }> {
  const { collection } = loaded;
  const { nextRunAt, runNumber } = collection;
  const now = ports.clock.now();
  if (nextRunAt === undefined || isAhead(collection, now)) {
    const { bookings } = await reconcileCollection(ports, loaded);
    return { outcome: 'nothing', bookings };
  }
  await closeSessions(ports, loaded, openSessions(collection.sessions));
  // A payment can be faster than the closing, so the providers are asked afterwards.
  const { bookings, answers } = await reconcileCollection(ports, loaded, 'all');
  // The completion has set the next check, or left none; what is owed again has other runs.
  if (bookings.some(({ completion, owedAgain }) => completion ?? owedAgain)) return { outcome: 'lost', bookings };
  const { ended = [], referenceEnded = false } = answers ?? {};
  const after = new Date(Math.max(now.getTime(), Date.parse(nextRunAt)));
  const end = endedAt(collection) ?? nextRunAt;
  const next = nextCheckAt(afterCheck(collection, ended, referenceEnded), end, after);
  const check = { runNumber, ended, referenceEnded, endedAt: end, ...(next !== undefined && { nextRunAt: next }) };
  const isSaved = await ports.saveCheck(collection.ref, check);
  return { outcome: isSaved ? 'checked' : 'lost', bookings };
}

function afterCheck(collection: Collection, ended: readonly number[], referenceEnded: boolean): Collection {
  const sessions = numbered(collection.sessions).map(({ number, ...session }) =>
    ended.includes(number) ? { ...session, ended: true } : session,
  );
  return { ...collection, sessions, ...(referenceEnded && { referenceEnded }) };
}

/** Of a collection that can be paid, and whose sessions are for another amount: as it is afterwards, all of them ended or not. */
export async function checkStale(
  ports: CheckPorts,
  { loaded, nextRunOf }: { loaded: LoadedCollection; nextRunOf: (collection: Collection) => string | undefined },
): Promise<{ outcome: 'checked' | 'lost'; bookings: readonly Booking[] }> {
  const { collection } = loaded;
  const { staleSessions: stale, runNumber } = collection;
  await closeSessions(ports, loaded, staleSessions(collection));
  const { bookings, answers } = await reconcileCollection(ports, loaded, 'all');
  // What was booked has changed the collection: decided again, with the same check.
  if (stale === undefined || bookings.length > 0) return { outcome: 'lost', bookings };
  const { ended = [] } = answers ?? {};
  const after = afterCheck(collection, ended, false);
  const left = staleSessions(after).length > 0 ? { ...stale, checks: stale.checks + 1 } : undefined;
  const { staleSessions: _checked, ...rest } = after;
  const next = { ...rest, runNumber: runNumber + 1, ...(left && staleCheckAt(left) && { staleSessions: left }) };
  const nextRunAt = nextRunOf(next);
  const isSaved = await ports.saveStaleCheck({ ...next, ...(nextRunAt !== undefined && { nextRunAt }) }, ended);
  return { outcome: isSaved ? 'checked' : 'lost', bookings };
}

type OpenSession = ReturnType<typeof openSessions>[number];

/** A session that could not be closed is tried again at the next check. */
async function closeSessions(
  ports: CheckPorts,
  { collection, account }: LoadedCollection,
  open: readonly OpenSession[],
): Promise<void> {
  await Promise.all(
    open.map(async ({ method, provider, number, key }) => {
      const target = targetOf(account, { provider });
      if (target === undefined) return;
      const reference = providerReference(collection.ref, method, number);
      await ports.closeSession(target, { method, reference, ...(key !== undefined && { key }) }, WITHIN_MS);
    }),
  );
}
