/** Reads the people who owe what a page of collections asks for, each with all debts: a few requests for hundreds of collections. */
import type { Account } from '#lib/domain/account.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import { outstandingOf } from '#lib/domain/money.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { isPayable, PAYABLE_STATUSES } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

export type PeoplePorts = Pick<Service, 'clock'> &
  Pick<Store, 'readCustomer' | 'countOpen' | 'getCollections' | 'findReaches'>;

/** `since`: when the account first asked for a payment. */
export type Owing = {
  debts: readonly Collection[];
  since: string;
  tags: readonly string[];
  phone: Phone;
  reach: Reach;
};

type Page = { positions: readonly { hash: string }[]; currencies: readonly string[] };

/** The people of the page, each with all debts: one whose debts lie on several pages comes with the first of them. */
export async function readPeople(
  ports: PeoplePorts,
  account: Account,
  { positions, currencies }: Page,
): Promise<Owing[]> {
  const hashes = positions.map(({ hash }) => hash);
  const onPage = new Map<string, Collection[]>();
  for (const debt of await readOwed(ports, account, hashes)) {
    const { id } = debt.contact;
    onPage.set(id, [...(onPage.get(id) ?? []), debt]);
  }
  const contacts = [...onPage.keys()];
  const counts = await inParts(contacts, (part) => ports.countOpen(account.id, part, currencies));
  const people = await Promise.all(
    contacts.map(async (contact, nth) => {
      const known = onPage.get(contact) as Collection[];
      const { count: all = 0, since, tags = [] } = counts[nth] ?? {};
      const debts = all > known.length ? withOthers(known, await readAll(ports, account, contact)) : known;
      const [first] = debts.toSorted(inWalkOrder);
      return first === undefined || !hashes.includes(first.ref.hash) ? [] : [{ debts, first, since, tags }];
    }),
  );
  const found = people.flat().map(({ debts, first, tags, since = oldestOf(debts) }) => {
    const phone = phoneOf(first.contact, account);
    const personRef = personRefOf(account.id, first.contact, phone);
    return { debts, since, tags, phone, personRef, addresses: addressesOf(first.contact, phone, account) };
  });
  const reaches = await inParts(found, (part) => ports.findReaches(part, ports.clock.now()));
  return found.map((each, nth) => ({ ...each, reach: reaches[nth] as Reach }));
}

const PART = 25;

/** Some at once, in their order: one request of many is many after each other. */
async function inParts<Each, Read>(
  all: readonly Each[],
  read: (part: readonly Each[]) => Promise<Read[]>,
): Promise<Read[]> {
  const parts = Array.from({ length: Math.ceil(all.length / PART) }, (_, nth) =>
    all.slice(nth * PART, (nth + 1) * PART),
  );
  return (await Promise.all(parts.map(read))).flat();
}

/** Those of which something is owed by now. */
async function readOwed(ports: PeoplePorts, account: Account, hashes: readonly string[]): Promise<Collection[]> {
  const now = ports.clock.now();
  const found = await inParts(hashes, (part) => ports.getCollections(account.id, part));
  return found
    .map((each) => asSeenAt(each, now))
    .filter((each) => isPayable(each.status) && outstandingOf(each).minor > 0);
}

async function readAll(ports: PeoplePorts, account: Account, contact: string): Promise<Collection[]> {
  const { debts } = await ports.readCustomer(account.id, contact, { isStrong: false });
  return readOwed(
    ports,
    account,
    debts.filter(({ isExpired }) => !isExpired).map(({ hash }) => hash),
  );
}

/** Of one who is not stored yet. */
const oldestOf = (debts: readonly Collection[]): string =>
  debts.map(({ createdAt }) => createdAt).toSorted()[0] as string;

/** The rows of a customer lag a little. */
const withOthers = (known: readonly Collection[], all: readonly Collection[]): Collection[] => [
  ...known,
  ...all.filter(({ id }) => !known.some((each) => each.id === id)),
];

const placeOf = ({ status }: Collection): number => (PAYABLE_STATUSES as readonly string[]).indexOf(status);

const inWalkOrder = (one: Collection, other: Collection): number =>
  placeOf(one) - placeOf(other) || (one.createdAt > other.createdAt ? -1 : 1);
