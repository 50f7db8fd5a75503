/** Books what the providers confirm of a collection that is to be followed up, to expire, or has ended. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { claimOf } from '#lib/domain/follow-up/claim.ts';
import type { Booking, Ledger } from '#lib/domain/payment/book-movement.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type Answers, type AskPorts, askProviders, isAskable } from './ask-providers.ts';
import { type BookPorts, bookMovements, type RememberPorts, rememberPayments } from './book-movements.ts';
import type { LoadedCollection, RunContext } from './run-context.ts';

export type PaidPorts = AskPorts & BookPorts & RememberPorts & Pick<Service, 'random'> & Pick<Store, 'recordSkips'>;

/** `own`: the merchant's own transaction only. `all`: our sessions as well; `newest`: the newest few of them. */
export type AskedAbout = 'own' | 'all' | 'newest' | undefined;

type CollectionAnswers = { bookings: Booking[]; answers: Answers | undefined };

/** Asks the providers if `asks` says about what; what waited for its collection is booked in any case. */
export async function reconcileCollection(
  ports: AskPorts & BookPorts & RememberPorts,
  loaded: Pick<LoadedCollection, 'collection' | 'entries' | 'waiting' | 'account'> & Pick<Ledger, 'attempts'>,
  asks?: AskedAbout,
): Promise<CollectionAnswers> {
  const { collection, entries, waiting, account } = loaded;
  const answers = asks && (await askProviders(ports, { collection, account }, asks));
  const ledger = { collection, entries, waiting };
  const bookings = await bookMovements(ports, { ref: collection.ref, reported: answers?.reported ?? [], ledger });
  await rememberPayments(ports, loaded, bookings);
  return { bookings, answers };
}

/** The payer comes from the provider: it is asked at once, and again as the page is loaded again. */
export async function reconcileReturned(
  ports: AskPorts & BookPorts & RememberPorts & Pick<Service, 'clock'> & Pick<Store, 'beginAsking'>,
  loaded: Parameters<typeof reconcileCollection>[1],
): Promise<Booking[]> {
  const { collection } = loaded;
  const asks = isAskable(collection) && (await ports.beginAsking(collection, ports.clock.now())) ? 'newest' : undefined;
  return (await reconcileCollection(ports, loaded, asks)).bookings;
}

type AnnouncedPorts = AskPorts & BookPorts & RememberPorts & Pick<Store, 'getCollection'>;

/**
 * Books what was paid under a collection's reference before it was created. Answers the collection as it is then. A provider
 * that cannot answer does not fail the create: its runs ask again.
 */
export async function bookAnnounced(
  ports: AnnouncedPorts,
  { collection, account }: { collection: Collection; account: Account },
): Promise<{ collection: Collection; bookings: Booking[] }> {
  // What came under a reference of ours waits beside it.
  const { waiting } = await ports.getLedger(collection.ref);
  const { bookings } = await reconcileCollection(ports, { collection, account, entries: [], waiting }, 'own');
  if (bookings.length === 0) return { collection, bookings };
  return { collection: (await ports.getCollection(collection.ref)) ?? collection, bookings };
}

export async function skipAlreadyPaid(ports: PaidPorts, context: RunContext): Promise<void> {
  const { collection, plan, decision, now } = context;
  if (decision.kind !== 'send') return;
  const { channels: _unused, ...due } = decision;
  const skip = { ...due, kind: 'skip', reason: 'already_paid' } as const;
  const { attempts } = claimOf(collection, plan, skip, { token: ports.random.nonce(), now });
  await ports.recordSkips(collection.ref, attempts);
}
