/** Reads what each customer owed at the end of a day, a page of customers at a time, by name. */

import { isSpread } from '#lib/domain/account.ts';
import type { CustomerPlace } from '#lib/domain/customer.ts';
import { notOfThisList } from '#lib/domain/errors.ts';
import type { Age } from '#lib/domain/insights/age.ts';
import { type CustomerBook, customerBooks } from '#lib/domain/insights/customer-book.ts';
import { termsOf } from '#lib/domain/insights/facts.ts';
import { accountZones } from '#lib/domain/insights/statistics.ts';
import { journalOf } from '#lib/domain/journal/journal.ts';
import { signedCursor, signedPosition } from '#lib/domain/list-cursor.ts';
import type { Store } from '#lib/store/store.ts';
import type { Insights } from './read-insights.ts';
import { type CustomerLedger, readLedgersOf, type StatementPorts } from './read-statement.ts';

export type CustomerBooksPorts = StatementPorts & Pick<Store, 'listCustomers'>;

/** `at`: as it was asked for. `day`: since 1970. */
type Asked = { at?: string | undefined; day: number; ages: readonly Age[]; currency?: string | undefined };

export type BooksOfCustomer = { id: string; firstName: string; lastName: string; books: CustomerBook[] };

/** Customers whose ledgers are read at once. */
const AT_ONCE = 10;
/** A page ends after so many collections: those of a customer are read whole. */
const MAX_COLLECTIONS = 1_000;

/** Those of the page who owed something. @throws validation_failed if the cursor is not ours, or of another list */
export async function readCustomerBooks(
  ports: CustomerBooksPorts,
  { account, asOf }: Insights,
  { at, day, ages, currency }: Asked,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ customers: BooksOfCustomer[]; nextCursor: string | null }> {
  const signed = ['book', at ?? null, ages.map(({ age }) => age), currency ?? null];
  const position = cursor === undefined ? undefined : signedPosition(account.salt, signed, cursor);
  if (cursor !== undefined && position === undefined) throw notOfThisList();
  const after = position === undefined ? undefined : (JSON.parse(position) as CustomerPlace);
  const places = await ports.listCustomers(
    account.id,
    { by: 'name' },
    { after, limit: limit + 1, isSpread: isSpread(account) },
  );
  const as = { day, ages, asOf: Date.parse(asOf), zones: accountZones(account) };
  const customers: BooksOfCustomer[] = [];
  let collections = 0;
  let done = 0;
  while (done < Math.min(limit, places.length) && collections < MAX_COLLECTIONS) {
    const next = places.slice(done, Math.min(done + AT_ONCE, limit));
    const read = await Promise.all(next.map(({ contact }) => readLedgersOf(ports, account.id, contact)));
    customers.push(...read.flatMap((ledgers) => booksOf(ledgers, as) ?? []));
    collections += read.flat().length;
    done += next.length;
  }
  const last = done < places.length ? places[done - 1] : undefined;
  const wanted = customers.map(({ books, ...customer }) => ({
    ...customer,
    books: books.filter((book) => currency === undefined || currency === book.currency),
  }));
  return {
    customers: wanted.filter(({ books }) => books.length > 0),
    nextCursor: last === undefined ? null : signedCursor(account.salt, signed, JSON.stringify(last)),
  };
}

/** Undefined if nothing is left of the customer. */
function booksOf(ledgers: readonly CustomerLedger[], as: Parameters<typeof customerBooks>[1]) {
  const [newest] = ledgers;
  if (newest === undefined) return undefined;
  const { id, firstName, lastName } = newest.collection.contact;
  const books = customerBooks(
    ledgers.map(({ collection, entries }) => ({
      currency: collection.amount.currency,
      journal: journalOf({ collection, entries }),
      terms: termsOf(collection),
    })),
    as,
  );
  return { id, firstName, lastName, books };
}
