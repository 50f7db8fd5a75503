/** The open debts of a person, for whoever has a link to them. */
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { isSamePerson, personRefOf } from '#lib/domain/contact.ts';
import { byAge, isOwed } from '#lib/domain/follow-up/digest.ts';
import { isDebtsLink } from '#lib/domain/payment/debts-link.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { findByLink } from './find-by-link.ts';

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
