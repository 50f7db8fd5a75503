/** Finds the collections that match a filter, newest first or as they are owed, a page at a time: candidates are read strongly, and judged as they are now. */

import { type Account, isSpread } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { DebtOrder } from '#lib/domain/customer.ts';
import { notOfThisList, validationFailed } from '#lib/domain/errors.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { type CollectionFilter, cursorFor, matches, positionOf } from '#lib/domain/list-cursor.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { readSearch, type Search, startsOf } from '#lib/domain/search.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import type { Store } from '#lib/store/store.ts';

/** What the caller names a contact by. */
type NamedContact = { id: string } | { phone: string } | { email: string };

type GivenFilter = Omit<CollectionFilter, 'contactId' | 'search'> & {
  contact?: NamedContact | undefined;
  search?: string | undefined;
};

type IndexPosition = { createdAt: string; hash: string; part?: number };

export type FindCollectionsPorts = Pick<
  Store,
  'findContactIdBy' | 'getCollections' | 'findByContact' | 'findByStatus' | 'findDebts' | 'findInLog' | 'findWords'
>;

export type FoundPage = { collections: Collection[]; nextCursor: string | null };

type FindRequest = { owner: Account; filter: GivenFilter; limit: number; cursor?: string | undefined; now: Date };

/** @throws validation_failed if the cursor is not ours, or belongs to another filter */
export async function findCollections(ports: FindCollectionsPorts, asked: FindRequest): Promise<FoundPage> {
  const { owner, cursor, limit, now } = asked;
  const { contact, search: text, ...rest } = asked.filter;
  // No contact has the empty id.
  const contactId = contact && ((await idOf(ports, owner, contact)) ?? '');
  const search = text === undefined ? undefined : searchIn(text, owner);
  const filter = { ...rest, contactId, search };
  const position = cursor === undefined ? undefined : positionOf(owner.salt, filter, cursor);
  if (cursor !== undefined && position === undefined) {
    throw notOfThisList();
  }
  if (contactId === '') return NOTHING;
  const found = search && needsSearch(filter) ? await findSearched(ports, owner, search) : undefined;
  const { collections, end } = await readPage(ports, { owner, filter, limit, position, now, found });
  return { collections, nextCursor: end === undefined ? null : cursorFor(owner.salt, filter, end) };
}

const NOTHING: FoundPage = { collections: [], nextCursor: null };

async function idOf(
  ports: FindCollectionsPorts,
  { id, country }: Account,
  contact: NamedContact,
): Promise<string | undefined> {
  if ('id' in contact) return contact.id;
  if ('email' in contact) return ports.findContactIdBy(id, { email: contact.email.toLowerCase() });
  return ports.findContactIdBy(id, { phone: parsePhone(contact.phone, country).lookup });
}

/** @throws validation_failed for a text without a letter and without a digit */
export function searchIn(text: string, { country }: Pick<Account, 'country'>): Search {
  const search = readSearch(text, country);
  if (search === undefined) throw validationFailed([{ path: 'search', message: 'must have a letter or a digit' }]);
  return search;
}

/** What says more finds fewer candidates. */
const needsSearch = ({ reference, contactId }: CollectionFilter): boolean =>
  reference === undefined && contactId === undefined;

/** Rows that one search takes for each text, and customers of whom it takes the newest collections: who looks for more types more. */
export const MAX_FOUND = 1_000;
const MAX_CUSTOMERS = 100;
const MAX_OF_CUSTOMER = 100;

/** Newest first. */
async function findSearched(ports: FindCollectionsPorts, owner: Account, search: Search): Promise<Candidate[]> {
  const account = owner.id;
  const asked = { limit: MAX_FOUND, isSpread: isSpread(owner) };
  const rowsOf = (kind: 'CUSTOMER' | 'REFERENCE') =>
    Promise.all(startsOf(search).map((start) => ports.findWords(account, kind, { start, ...asked })));
  const [customers, references] = await Promise.all([rowsOf('CUSTOMER'), rowsOf('REFERENCE')]);
  const contacts = [...new Set(customers.flat().flatMap(({ contact }) => contact ?? []))].slice(0, MAX_CUSTOMERS);
  const range = { account, limit: MAX_OF_CUSTOMER };
  const ofCustomers = await Promise.all(contacts.map((contact) => ports.findByContact(contact, range)));
  const byReference = references
    .flat()
    .flatMap(({ hash, createdAt }) => (hash && createdAt ? [{ hash, createdAt }] : []));
  const found = [...ofCustomers.flat(), ...byReference].map(toCandidate);
  return [...new Map(found.map((each) => [each.at, each])).values()].toSorted((one, other) =>
    one.at < other.at ? 1 : -1,
  );
}

type Finding = {
  owner: Account;
  filter: CollectionFilter;
  limit: number;
  position: string | undefined;
  now: Date;
  /** By a search: all candidates. */
  found: readonly Candidate[] | undefined;
};

/** The most candidates that one read takes. */
const BATCH = 100;
/** Reads of candidates for one page. What they leave is on later pages, so a page may hold fewer than asked. */
const MAX_READS = 4;

async function readPage(
  ports: FindCollectionsPorts,
  finding: Finding,
): Promise<{ collections: Collection[]; end: string | undefined }> {
  const { owner, filter, limit, now } = finding;
  const found: Collection[] = [];
  let position = finding.position;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const wanted = reads === 0 ? limit : BATCH;
    // One more than is read, to know whether that one exists.
    const candidates = await findCandidates(ports, { ...finding, position }, wanted + 1);
    const batch = candidates.slice(0, wanted);
    const read = await getAll(ports, owner.id, batch);
    for (const [index, { hash, at }] of batch.entries()) {
      position = at;
      const collection = read.get(hash);
      if (collection && matches(collection, filter, now)) found.push(collection);
      const isLast = index === candidates.length - 1;
      if (found.length === limit) return { collections: found, end: isLast ? undefined : at };
    }
    if (candidates.length <= wanted) return { collections: found, end: undefined };
  }
  return { collections: found, end: position };
}

async function getAll(
  ports: FindCollectionsPorts,
  account: string,
  batch: readonly Candidate[],
): Promise<Map<string, Collection>> {
  const hashes = batch.map(({ hash }) => hash);
  const collections = hashes.length === 0 ? [] : await ports.getCollections(account, hashes);
  return new Map(collections.map((collection) => [collection.ref.hash, collection]));
}

/** `at` is its position: what a cursor holds. */
type Candidate = { hash: string; at: string };

/** By the most selective of what is asked. */
async function findCandidates(ports: FindCollectionsPorts, finding: Finding, limit: number): Promise<Candidate[]> {
  const { owner, filter, position, now, found } = finding;
  if (found) return found.filter(({ at }) => position === undefined || at < position).slice(0, limit);
  const { reference, contactId, status, createdFrom, createdTo, order } = filter;
  if (order !== undefined) return findOwed(ports, finding, { order, limit });
  if (reference !== undefined) return [{ hash: deriveHash(owner.salt, 'collection', reference), at: '' }];
  const range = { account: owner.id, createdFrom, createdTo, limit };
  const after = position === undefined ? undefined : toIndexPosition(position);
  if (contactId !== undefined) return (await ports.findByContact(contactId, { ...range, after })).map(toCandidate);
  // Several are looked for among all: at one instant each index has an order of its own, which no cursor of both can follow.
  const [only, ...others] = status ?? [];
  if (only !== undefined && others.length === 0)
    return (await ports.findByStatus(only, { ...range, after, isSpread: isSpread(owner) }, now)).map(toCandidate);
  const below = position === undefined ? undefined : Number(position);
  return (await ports.findInLog({ ...range, below })).map(({ hash, rank }) => ({ hash, at: String(rank) }));
}

async function findOwed(
  ports: FindCollectionsPorts,
  { owner, position, filter: { dueFrom, dueTo } }: Finding,
  { order, limit }: { order: DebtOrder; limit: number },
): Promise<Candidate[]> {
  const [sort = '', contact = '', hash = '', part = 0] = position?.split('#') ?? [];
  const debts = await ports.findDebts(owner.id, order, {
    ...(position !== undefined && { after: { sort, contact, hash, part: Number(part) } }),
    ...(dueFrom !== undefined && { dueFrom: dateOf(dueFrom) }),
    ...(dueTo !== undefined && { dueTo: dateOf(dueTo) }),
    limit,
    isSpread: isSpread(owner),
  });
  return debts.map((debt) => ({ hash: debt.hash, at: positionIn(debt.part, debt.sort, debt.contact, debt.hash) }));
}

const toCandidate = ({ createdAt, hash, part }: IndexPosition): Candidate => ({
  hash,
  at: positionIn(part, createdAt, hash),
});

/** As earlier versions wrote it, where it is in the first part. */
const positionIn = (part: number | undefined, ...place: readonly string[]): string =>
  [...place, ...(part === undefined ? [] : [part])].join('#');

function toIndexPosition(position: string): IndexPosition {
  const [createdAt = '', hash = '', part = 0] = position.split('#');
  return { createdAt, hash, part: Number(part) };
}
