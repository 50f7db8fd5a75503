/** Reads people who owe something, each with all debts: one request for a customer, and a few for hundreds of debts. */
import type { Account } from '#lib/domain/account.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { type CustomerRows, isOwed } from '#lib/domain/customer.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import { outstandingOf } from '#lib/domain/money.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

export type PeoplePorts = Pick<Service, 'clock'> & Pick<Store, 'readCustomer' | 'getCollections' | 'findReaches'>;

/** `since`: when the account first asked for a payment. */
export type Owing = {
  debts: readonly Collection[];
  since: string;
  tags: readonly string[];
  phone: Phone;
  reach: Reach;
};

/** `nth`: of the currencies, that in which these contacts owe something. */
type Page = { contacts: readonly string[]; currencies: readonly string[]; nth: number };

/** Each with all debts: who owes in several currencies comes with the first of them. */
export async function readPeople(
  ports: PeoplePorts,
  account: Account,
  { contacts, currencies, nth }: Page,
): Promise<Owing[]> {
  const read = await Promise.all(
    contacts.map((contact) => ports.readCustomer(account.id, contact, { isStrong: false })),
  );
  const customers = read.filter(({ sums }) => firstOwed(sums, currencies) === nth);
  const owed = new Map(
    (await readOwed(ports, account, customers.flatMap(hashesOf))).map((debt) => [debt.ref.hash, debt]),
  );
  const found = customers.flatMap((rows) => {
    const debts = hashesOf(rows).flatMap((hash) => owed.get(hash) ?? []);
    const [first] = debts;
    if (first === undefined) return [];
    const phone = phoneOf(first.contact, account);
    const personRef = personRefOf(account.id, first.contact, phone);
    const { createdAt: since = oldestOf(debts), tags = [] } = rows.customer ?? {};
    return { debts, since, tags, phone, personRef, addresses: addressesOf(first.contact, phone, account) };
  });
  const reaches = await inParts(found, PEOPLE_AT_ONCE, (part) => ports.findReaches(part, ports.clock.now()));
  return found.map((each, at) => ({ ...each, reach: reaches[at] as Reach }));
}

const firstOwed = (sums: CustomerRows['sums'], currencies: readonly string[]): number =>
  currencies.findIndex((currency) => sums.some((sum) => sum.currency === currency && isOwed(sum)));

const hashesOf = ({ debts }: CustomerRows): string[] =>
  debts.filter(({ isExpired }) => !isExpired).map(({ hash }) => hash);

/** A request has a hundred keys: those of as many collections, or up to seven of each person. */
const COLLECTIONS_AT_ONCE = 100;
const PEOPLE_AT_ONCE = 14;

/** All parts at once, in their order. */
async function inParts<Each, Read>(
  all: readonly Each[],
  size: number,
  read: (part: readonly Each[]) => Promise<Read[]>,
): Promise<Read[]> {
  const parts = Array.from({ length: Math.ceil(all.length / size) }, (_, nth) =>
    all.slice(nth * size, (nth + 1) * size),
  );
  return (await Promise.all(parts.map(read))).flat();
}

/** Those of which something is owed by now. */
async function readOwed(ports: PeoplePorts, account: Account, hashes: readonly string[]): Promise<Collection[]> {
  const now = ports.clock.now();
  const found = await inParts(hashes, COLLECTIONS_AT_ONCE, (part) => ports.getCollections(account.id, part));
  return found
    .map((each) => asSeenAt(each, now))
    .filter((each) => isPayable(each.status) && outstandingOf(each).minor > 0);
}

/** Of one who is not stored yet. */
const oldestOf = (debts: readonly Collection[]): string =>
  debts.map(({ createdAt }) => createdAt).toSorted()[0] as string;
