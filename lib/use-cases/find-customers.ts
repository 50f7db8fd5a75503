/** Finds customers: one, or a page of all or of those whom a search finds, each with what it owes, and whether and when it is written to. */
import type { Channels } from '#lib/channels/channels.ts';
import { type Account, isSpread } from '#lib/domain/account.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import {
  type Customer,
  type CustomerDetails,
  type CustomerOrder,
  type CustomerPlace,
  type CustomerRows,
  customerFrom,
  debtOf,
  detailsOf,
  isOwed,
  openSumsOf,
  orderedCustomers,
} from '#lib/domain/customer.ts';
import { customerNotFound, notOfThisList, validationFailed } from '#lib/domain/errors.ts';
import { nextReminderAt } from '#lib/domain/follow-up/last-and-next.ts';
import { signedCursor, signedPosition } from '#lib/domain/list-cursor.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import { isFoundCustomer, type Search, startsOf } from '#lib/domain/search.ts';
import type { Store } from '#lib/store/store.ts';
import { MAX_FOUND, searchIn } from './find-collections.ts';

export type FindCustomersPorts = Pick<Channels, 'configuredChannels'> &
  Pick<
    Store,
    'listCustomers' | 'getCustomers' | 'readCustomer' | 'findWords' | 'findByContact' | 'getCollections' | 'findReach'
  >;

/** In the order in which `open` is shown. `currency`: of the ranking by what is owed. */
export type AskedCustomers = {
  search?: string | undefined;
  order: CustomerOrder['by'];
  currency?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

type Asking = { owner: Account; now: Date };

/** @throws validation_failed if the cursor is not ours, or of another list, or if nobody knows which currency is meant */
export async function findCustomers(
  ports: FindCustomersPorts,
  { owner, now }: Asking,
  asked: AskedCustomers,
): Promise<{ customers: Customer[]; nextCursor: string | null }> {
  const { search: text, limit, cursor } = asked;
  const signed = ['customers', text ?? null, asked.order, asked.currency ?? null];
  const position = cursor === undefined ? undefined : signedPosition(owner.salt, signed, cursor);
  if (cursor !== undefined && position === undefined) throw notOfThisList();
  const search = text === undefined ? undefined : searchIn(text, owner);
  const order = await orderOf(ports, owner, asked);
  if (order === undefined && search === undefined) return { customers: [], nextCursor: null };
  const after = position === undefined ? undefined : (JSON.parse(position) as CustomerPlace);
  const places = search
    ? await searched(ports, owner, { search, order: order ?? { by: 'newest' }, after })
    : await ports.listCustomers(owner.id, order as CustomerOrder, {
        after,
        limit: limit + 1,
        isSpread: isSpread(owner),
      });
  const page = places.slice(0, limit);
  const last = places.length > limit ? page.at(-1) : undefined;
  const customers = await showAll(
    ports,
    { owner, now },
    page.map(({ contact }) => contact),
  );
  return { customers, nextCursor: last === undefined ? null : signedCursor(owner.salt, signed, JSON.stringify(last)) };
}

/** Of the newest customers, whose debts tell which currency is meant. */
const MAX_ASKED_CURRENCY = 25;

/** Undefined if nobody owes anything. */
async function orderOf(
  ports: FindCustomersPorts,
  { id }: Account,
  { order, currency }: AskedCustomers,
): Promise<CustomerOrder | undefined> {
  if (order !== 'outstanding') return { by: order };
  if (currency !== undefined) return { by: order, currency };
  const newest = await ports.listCustomers(id, { by: 'newest' }, { limit: MAX_ASKED_CURRENCY, isSpread: false });
  const rows = await Promise.all(newest.map(({ contact }) => ports.readCustomer(id, contact, { isStrong: false })));
  const open = rows.flatMap(({ sums }) => sums.filter(isOwed));
  const currencies = [...new Set(open.map((sum) => sum.currency))].toSorted();
  const [only, ...others] = currencies;
  if (others.length > 0)
    throw validationFailed([{ path: 'currency', message: `is needed: customers owe ${currencies.join(', ')}` }]);
  return only === undefined ? undefined : { by: order, currency: only };
}

type Searching = { search: Search; order: CustomerOrder; after: CustomerPlace | undefined };

async function searched(
  ports: FindCustomersPorts,
  owner: Account,
  { search, order, after }: Searching,
): Promise<CustomerPlace[]> {
  const account = owner.id;
  const asked = { limit: MAX_FOUND, isSpread: isSpread(owner) };
  const starts = startsOf(search).map((start) => ports.findWords(account, 'CUSTOMER', { start, ...asked }));
  const contacts = [...new Set((await Promise.all(starts)).flat().flatMap(({ contact }) => contact ?? []))];
  const currency = order.by === 'outstanding' ? order.currency : undefined;
  const found = await ports.getCustomers(account, contacts, currency);
  const matching = found.filter(({ customer }) => isFoundCustomer(customer.words, search));
  return orderedCustomers(matching, order, after);
}

/** Collections of one page of which the next message is looked up. */
const MAX_PLANNED = 1_000;

async function showAll(ports: FindCustomersPorts, asking: Asking, contacts: readonly string[]): Promise<Customer[]> {
  const { owner, now } = asking;
  const rows = await Promise.all(contacts.map((contact) => ports.readCustomer(owner.id, contact, { isStrong: false })));
  const hashes = rows
    .flatMap(({ debts }) => debts.filter(({ isExpired }) => !isExpired).map(({ hash }) => hash))
    .slice(0, MAX_PLANNED);
  const collections = hashes.length === 0 ? [] : await ports.getCollections(owner.id, hashes);
  const seen = collections.map((each) => asSeenAt(each, now));
  return Promise.all(
    contacts.flatMap((id, place) => {
      const { customer, sums } = rows[place] as CustomerRows;
      const own = seen.filter(({ contact }) => contact.id === id);
      const owed = sums.filter(isOwed);
      return customer === undefined
        ? []
        : [show(ports, asking, { id, details: customer, sums: owed, collections: own, customer })];
    }),
  );
}

/** Of the newest collections of a customer. */
const MAX_READ = 100;

/** A customer as it is kept, and its collections, read strongly. */
export type OwnCollections = { rows: CustomerRows; collections: Collection[] };

/** As it is now. @throws customer_not_found */
export async function findCustomer(
  ports: Pick<FindCustomersPorts, 'findReach' | 'configuredChannels'>,
  asking: Asking,
  { id, rows, collections }: OwnCollections & { id: string },
): Promise<Customer> {
  const { now } = asking;
  const current = customerFrom(rows.customer, collections);
  const details = current ?? rows.customer;
  if (details === undefined) throw customerNotFound();
  const seen = collections.map((each) => asSeenAt(each, now));
  const sums = openSumsOf(seen.flatMap((each) => debtOf(each) ?? []));
  return show(ports, asking, { id, details, sums, collections: seen, customer: rows.customer });
}

/** The newest collections of a customer, and all open ones. */
export async function ownCollections(
  ports: Pick<FindCustomersPorts, 'readCustomer' | 'findByContact' | 'getCollections'>,
  account: string,
  id: string,
): Promise<OwnCollections> {
  const [rows, newest] = await Promise.all([
    ports.readCustomer(account, id),
    ports.findByContact(id, { account, limit: MAX_READ }),
  ]);
  const hashes = [...new Set([...newest, ...rows.debts].map(({ hash }) => hash))];
  const read = hashes.length === 0 ? [] : await ports.getCollections(account, hashes);
  const collections = read.filter(({ contact, erasedAt }) => contact.id === id && erasedAt === undefined);
  return { rows, collections };
}

type CustomerToShow = {
  id: string;
  details: CustomerDetails;
  sums: Customer['sums'];
  /** As they are seen now. */
  collections: readonly Collection[];
  customer: CustomerRows['customer'];
};

async function show(
  ports: Pick<FindCustomersPorts, 'findReach' | 'configuredChannels'>,
  { owner, now }: Asking,
  { id, details, sums, collections, customer }: CustomerToShow,
): Promise<Customer> {
  const phone = phoneOf(details, owner);
  const person = personRefOf(owner.id, details, phone);
  const reach = await ports.findReach(addressesOf(details, phone, owner), now, person);
  const availableChannels = ports.configuredChannels();
  const next = collections.flatMap((each) => {
    const setting = { account: owner, phone: phoneOf(each.contact, owner), ...reach, availableChannels };
    return nextReminderAt(each, { ...setting, rules: rulesOf(each, setting), now }) ?? [];
  });
  return {
    id,
    ...detailsOf(details),
    sums,
    optedOut: reach.optedOut,
    unreachable: reach.unreachable ?? [],
    pausedSince: customer?.pausedSince,
    tags: customer?.tags ?? [],
    lastHeardAt: customer?.lastHeardAt,
    lastMessageAt: [reach.person?.sends.at(-1)?.at ?? '', customer?.lastWrittenAt ?? ''].toSorted().at(-1) || undefined,
    nextMessageAt: next.toSorted()[0],
  };
}
