/** Reads the collections of a customer with their ledgers, and all that has changed what is owed by them: nothing of it is minutes old. */

import type { Collection } from '#lib/domain/collection.ts';
import { customerNotFound, validationFailed } from '#lib/domain/errors.ts';
import type { BookedEntry } from '#lib/domain/insights/counted.ts';
import { journalOf } from '#lib/domain/journal/journal.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { Store } from '#lib/store/store.ts';

export type StatementPorts = Pick<Store, 'findByContact' | 'getLedger'>;

const PAGE = 100;
/** Of a statement, which has all entries in one answer. */
const MAX_COLLECTIONS = 2_000;
const AT_ONCE = 25;

export type CustomerLedger = { collection: Collection; entries: readonly LedgerEntry[] };

/** Newest first; what is erased is nobody's. @throws validation_failed when there are more collections than `most` */
export async function readLedgersOf(
  ports: StatementPorts,
  account: string,
  id: string,
  most = Number.POSITIVE_INFINITY,
): Promise<CustomerLedger[]> {
  const hashes = await collectionsOf(ports, account, id, most);
  const ledgers: CustomerLedger[] = [];
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const read = await Promise.all(
      hashes.slice(from, from + AT_ONCE).map((hash) => ports.getLedger({ account, hash })),
    );
    for (const { collection, entries } of read)
      if (collection?.contact.id === id && collection.erasedAt === undefined) ledgers.push({ collection, entries });
  }
  return ledgers.toSorted((one, other) => (one.collection.createdAt > other.collection.createdAt ? -1 : 1));
}

export type CustomerBooks = { name: { firstName: string; lastName: string }; entries: BookedEntry[] };

/** The name is that of the newest collection. @throws customer_not_found, or validation_failed when there are too many collections */
export async function readBooksOf(ports: StatementPorts, account: string, id: string): Promise<CustomerBooks> {
  const ledgers = await readLedgersOf(ports, account, id, MAX_COLLECTIONS);
  const [newest] = ledgers;
  if (newest === undefined) throw customerNotFound();
  const { firstName, lastName } = newest.collection.contact;
  return { name: { firstName, lastName }, entries: ledgers.flatMap(bookedEntries) };
}

function bookedEntries({ collection, entries }: CustomerLedger): BookedEntry[] {
  const { ref, contact, reference, number: invoice, amount } = collection;
  const of = { collection: ref.hash, contact: contact.id, reference, currency: amount.currency };
  return journalOf({ collection, entries }).map((entry, index) => ({
    ...{ ...entry, ...of, number: index + 1 },
    ...(invoice !== undefined && { invoice }),
  }));
}

async function collectionsOf(
  { findByContact }: StatementPorts,
  account: string,
  id: string,
  most: number,
): Promise<string[]> {
  const hashes: string[] = [];
  for (let after: Awaited<ReturnType<typeof findByContact>>[number] | undefined; ; ) {
    const page = await findByContact(id, { account, limit: PAGE, after });
    hashes.push(...page.map(({ hash }) => hash));
    after = page.at(-1);
    if (page.length < PAGE) return hashes;
    if (hashes.length >= most)
      throw validationFailed([{ path: 'id', message: `has more than ${most} collections: read the journal` }]);
  }
}
