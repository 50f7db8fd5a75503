/** Finds what an earlier click on the payment page has opened, and asks the provider what became of it. */

import type { CollectionContext } from '#lib/domain/collection.ts';
import type { Booking, Ledger } from '#lib/domain/payment/book-movement.ts';
import { pageToReuse, type SessionWay, unansweredSession, withStaleEnded } from '#lib/domain/payment/session.ts';
import type { Store } from '#lib/store/store.ts';
import type { AskPorts } from './ask-providers.ts';
import type { BookPorts } from './book-movements.ts';
import { reconcileCollection } from './reconcile-collection.ts';
import type { RememberPorts } from './remember-payments.ts';

export type EarlierPorts = AskPorts & BookPorts & RememberPorts & Pick<Store, 'beginAsking'>;

/** `page`: it can be paid. `unanswered`: its reference can be used again. The others are what a click comes to. */
export type EarlierSession =
  | { kind: 'page'; link: string }
  | { kind: 'unanswered'; number: number }
  | { kind: 'none' }
  | { kind: 'waiting' }
  | { kind: 'paid'; bookings: readonly Booking[] }
  | { kind: 'failed'; reason: string };

type SessionContext = CollectionContext & Pick<Ledger, 'entries' | 'attempts'>;
type SessionTerms = SessionWay & { minor: number };

export async function findEarlier(
  ports: EarlierPorts,
  subject: SessionContext,
  wanted: SessionTerms,
): Promise<EarlierSession> {
  const { collection } = subject;
  const now = ports.clock.now();
  const sessions = withStaleEnded(collection);
  const page = pageToReuse(sessions, wanted, now);
  const session = page ?? unansweredSession({ ...collection, sessions }, wanted, now);
  if (session === undefined) return { kind: 'none' };
  const isAsked = await ports.beginAsking(collection, now);
  const { bookings, answers } = await reconcileCollection(
    ports,
    { ...subject, waiting: [] },
    isAsked ? 'newest' : undefined,
  );
  if (bookings.length > 0) return { kind: 'paid', bookings };
  const progress = answers?.progress.get(session.number);
  if (page) return progress === 'ended' ? { kind: 'none' } : { kind: 'page', link: page.opened.link };
  const { number, method } = session;
  // Nobody has seen a page or an account that was not answered. A request may have reached the phone.
  if (method !== 'mobile_money' || progress === 'unknown') return { kind: 'unanswered', number };
  if (progress === 'ended') return { kind: 'none' };
  return isAsked && progress === undefined ? { kind: 'failed', reason: 'unanswered' } : { kind: 'waiting' };
}
