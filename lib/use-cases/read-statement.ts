/** Reads all that has changed what a customer owes, from the collections themselves: nothing of it is minutes old. */
import { customerNotFound, validationFailed } from '#lib/domain/errors.ts';
import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import { journalOf } from '#lib/domain/journal/journal.ts';
import type { Store } from '#lib/store/store.ts';

export type StatementPorts = Pick<Store, 'findByContact' | 'getLedger'>;

const PAGE = 100;
const MAX_COLLECTIONS = 2_000;
const AT_ONCE = 25;

export type CustomerBooks = { name: { firstName: string; lastName: string }; entries: BookedEntry[] };

/** The name is that of the newest collection. @throws customer_not_found, or validation_failed when there are too many collections */
export async function readBooksOf(ports: StatementPorts, account: string, id: string): Promise<CustomerBooks> {
  const hashes = await collectionsOf(ports, account, id);
  const books: CustomerBooks = { name: { firstName: '', lastName: '' }, entries: [] };
  let newest = '';
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const read = await Promise.all(
      hashes.slice(from, from + AT_ONCE).map((hash) => ports.getLedger({ account, hash })),
    );
    for (const { collection, entries } of read) {
      if (collection === undefined || collection.contact.id !== id || collection.erasedAt !== undefined) continue;
      const { ref, contact, reference, number, amount, createdAt } = collection;
      if (createdAt > newest) books.name = { firstName: contact.firstName, lastName: contact.lastName };
      newest = createdAt > newest ? createdAt : newest;
      const invoice = number === undefined ? {} : { invoice: number };
      const of = { collection: ref.hash, contact: id, reference, ...invoice, currency: amount.currency };
      books.entries.push(
        ...journalOf({ collection, entries }).map((entry, index) => ({ ...entry, ...of, number: index + 1 })),
      );
    }
  }
  if (newest === '') throw customerNotFound();
  return books;
}

async function collectionsOf({ findByContact }: StatementPorts, account: string, id: string): Promise<string[]> {
  const hashes: string[] = [];
  for (let after: Awaited<ReturnType<typeof findByContact>>[number] | undefined; ; ) {
    const page = await findByContact(id, { account, limit: PAGE, after });
    hashes.push(...page.map(({ hash }) => hash));
    after = page.at(-1);
    if (page.length < PAGE) return hashes;
    if (hashes.length >= MAX_COLLECTIONS)
      throw validationFailed([
        { path: 'id', message: `has more than ${MAX_COLLECTIONS} collections: read the journal` },
      ]);
  }
}
