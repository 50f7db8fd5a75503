/** The emails of a person's other open debts: a message for several goes to the one that the person gave last. */
import type { CollectionContext } from '#lib/domain/collection.ts';
import { isSamePerson, personRefOf } from '#lib/domain/contact.ts';
import type { Store } from '#lib/store/store.ts';

export type BesidePorts = Pick<Store, 'findOpenOf' | 'getCollections'>;

/** In lower case. */
export async function emailsBeside(
  ports: BesidePorts,
  { collection, account, phone }: CollectionContext,
): Promise<string[]> {
  const { contact, ref } = collection;
  const open = await ports.findOpenOf({ person: personRefOf(account.id, contact, phone), contact });
  const hashes = open.map(({ hash }) => hash).filter((hash) => hash !== ref.hash);
  const debts = hashes.length === 0 ? [] : await ports.getCollections(account.id, hashes);
  const own = debts.filter((debt) => isSamePerson(debt.contact, { contact, account, phone }));
  return [...new Set(own.map((debt) => debt.contact.email.toLowerCase()))].filter((email) => email !== '');
}
