/** One check of a collection that has ended: closes what is open at the providers, and asks for money that came late. */

import type { Collection } from '#lib/domain/collection.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { endedAt, nextCheckAt } from '#lib/domain/payment/ended-checks.ts';
import { numbered, openSessions, providerReference } from '#lib/domain/payment/session.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { Store } from '#lib/store/store.ts';
import { targetOf } from './ask-providers.ts';
import { isAhead } from './next-run.ts';
import { type PaidPorts, reconcileCollection } from './reconcile-collection.ts';
import type { LoadedCollection } from './run-context.ts';

export type CheckPorts = PaidPorts & Pick<Payments, 'closeSession'> & Pick<Store, 'saveCheck'>;

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
  await closeSessions(ports, loaded);
  // A payment can be faster than the closing, so the providers are asked afterwards.
  const { bookings, answers } = await reconcileCollection(ports, loaded, 'all');
  // The completion has set the next check, or left none.
  if (bookings.some(({ completion }) => completion)) return { outcome: 'lost', bookings };
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

/** A session that could not be closed is tried again at the next check. */
async function closeSessions(ports: CheckPorts, { collection, account }: LoadedCollection): Promise<void> {
  const open = openSessions(collection.sessions);
  await Promise.all(
    open.map(async ({ method, provider, number, key }) => {
      const target = targetOf(account, { provider });
      if (target === undefined) return;
      const reference = providerReference(collection.ref, method, number);
      await ports.closeSession(target, { method, reference, ...(key !== undefined && { key }) }, WITHIN_MS);
    }),
  );
}
