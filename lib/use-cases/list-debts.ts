/** The open debts of a person, for whoever has a link to them. */
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { isSamePerson, personRefOf } from '#lib/domain/contact.ts';
import { byAge, isOwed } from '#lib/domain/follow-up/digest.ts';
import { collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { isDebtsLink } from '#lib/domain/payment/debts-link.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { findByLink } from './find-by-link.ts';
import { reconcileReturned } from './reconcile-collection.ts';

export type DebtsPorts = Pick<Service, 'clock'> &
  Pick<Store, 'getAccount' | 'getLedger' | 'findOpenOf' | 'getCollections'>;

/** `debts`: all that can be paid now, oldest first. The collection is the one that the link names. */
export type OpenDebts = CollectionContext & { debts: readonly Collection[] };

/** Undefined when the token is not ours, or its collection is addressed to somebody else by now. */
export async function listDebts(ports: DebtsPorts, token: string): Promise<OpenDebts | undefined> {
  const found = await findByLink({ getAccount: ports.getAccount, read: ports.getLedger }, token, (link, context) =>
    isDebtsLink(link, context, context.account.salt),
  );
  if (found === undefined) return undefined;
  const { collection, account, phone } = found;
  const { ref, contact } = collection;
  const open = await ports.findOpenOf({ person: personRefOf(account.id, contact, phone), contact });
  // Its own entry may not be written yet.
  const hashes = [...new Set([ref, ...open].map(({ hash }) => hash))];
  const now = ports.clock.now();
  const debts = (await ports.getCollections(account.id, hashes)).filter(
    (each) => isOwed(each, now) && isSamePerson(each.contact, { contact, account, phone }),
  );
  return { collection, account, phone, debts: debts.toSorted(byAge(account)) };
}

export type ReturnedPorts = Pick<Store, 'getLedger'> & Parameters<typeof reconcileReturned>[0];

/** What a payer who comes back has paid under, the hash of which the provider brought along: `isPaid` if its money has come. */
export async function askAboutReturned(
  ports: ReturnedPorts,
  { account, phone, collection: { contact } }: CollectionContext,
  hash: string,
): Promise<{ collection: string; bookings: Booking[]; isPaid: boolean } | undefined> {
  const ref = parseCollectionId(collectionId({ account: account.id, hash }));
  if (ref === undefined) return undefined;
  const ledger = await ports.getLedger(ref);
  const { collection } = ledger;
  if (collection === undefined || !isSamePerson(collection.contact, { contact, account, phone })) return undefined;
  const bookings = await reconcileReturned(ports, { ...ledger, collection, account });
  const isPaid = bookings.length > 0 || collection.status === 'completed';
  return { collection: collection.id, bookings, isPaid };
}
