/** Keeps the customers of an account anew, and the words of its references: of collections that an earlier version created, nobody did. */
import { referenceWords } from '#lib/domain/search.ts';
import type { Store } from '#lib/store/store.ts';
import { type KeepPorts, rebuildCustomer } from './keep-customer.ts';

export type RebuildCustomersPorts = KeepPorts & Pick<Store, 'readListPage'>;

const PAGE = 100;

/** Can be repeated, while the account is in use. Answers how many there are. */
export async function rebuildCustomers(
  ports: RebuildCustomersPorts,
  account: string,
): Promise<{ collections: number; customers: number }> {
  const contacts = new Set<string>();
  let collections = 0;
  for (let page = 1; ; page += 1) {
    const { hashes } = await ports.readListPage(account, page, PAGE);
    if (hashes.length === 0) return { collections, customers: contacts.size };
    const kept = (await ports.getCollections(account, hashes)).filter(({ erasedAt }) => erasedAt === undefined);
    for (const { ref, reference, createdAt, contact } of kept) {
      await ports.putReferenceWords(ref, { createdAt, words: referenceWords(reference) });
      if (!contacts.has(contact.id)) await rebuildCustomer(ports, account, contact.id);
      contacts.add(contact.id);
      collections += 1;
    }
  }
}
