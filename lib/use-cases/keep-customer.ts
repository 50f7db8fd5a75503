/** Keeps what the table says of a customer: after a change of one of its collections, and anew from all of them. */
import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '#lib/domain/collection.ts';
import { personRefOf } from '#lib/domain/contact.ts';
import {
  type CollectionChange,
  type CustomerDetails,
  type CustomerRows,
  customerFrom,
  debtOf,
  isSameDetails,
  nothingOwed,
  openSumsOf,
  type StoredCustomer,
  type Writing,
  withCollection,
} from '#lib/domain/customer.ts';
import { type PersonRef, withPause } from '#lib/domain/person/person.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { referenceWords } from '#lib/domain/search.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { untilWon } from './until-won.ts';

export type KeepPorts = Pick<Service, 'clock' | 'random'> &
  Pick<
    Store,
    | 'readCustomer'
    | 'saveCustomer'
    | 'saveOpenSum'
    | 'putDebt'
    | 'removeDebt'
    | 'forgetCustomer'
    | 'putCustomerWords'
    | 'removeCustomerWords'
    | 'putReferenceWords'
    | 'findByContact'
    | 'getCollections'
    | 'getPerson'
    | 'savePerson'
  >;

/** Of collections of one customer, each in the order of its changes; can be repeated. What changes nothing of the customer costs nothing. */
export async function keepCustomer(ports: KeepPorts, changes: readonly CollectionChange[]): Promise<void> {
  const kept = await Promise.all(changes.map((change) => keepDebt(ports, change)));
  const own = changes.filter(({ after }) => after.erasedAt === undefined);
  const [first] = own;
  const formers = new Set(kept.flatMap(({ former }) => former ?? []));
  for (const former of formers) await rebuildCustomer(ports, changes[0]?.after.ref.account ?? '', former);
  if (first === undefined) return;
  const { account } = first.after.ref;
  const { id } = first.after.contact;
  const corrected = own.findLast(({ earlier, after }) =>
    earlier.some(({ contact }) => !isSameDetails(contact, after.contact)),
  )?.after;
  const created = own.filter(({ isNew }) => isNew).map(({ after }) => after);
  if (corrected !== undefined) await rebuildCustomer(ports, account, id, { corrected });
  if (created.length === 0 && (corrected !== undefined || kept.every(({ owesAlike }) => owesAlike))) return;
  await untilWon(ports, async () => {
    const rows = await ports.readCustomer(account, id);
    const { customer } = rows;
    const known = customer?.words ?? [];
    const isSummed = await saveSums(ports, account, id, rows);
    if (created.length === 0) return isSummed || undefined;
    const next = created.reduce<StoredCustomer | undefined>(withCollection, customer) as StoredCustomer;
    for (const each of created) await pauseLike(ports, next, each);
    const { words, spread } = next;
    await ports.putCustomerWords(account, id, { words: words.filter((word) => !known.includes(word)), spread });
    const isSaved =
      isDeepStrictEqual(next, customer) ||
      (await ports.saveCustomer(account, id, { version: customer?.version ?? 0, ...next }));
    return (isSummed && isSaved) || undefined;
  });
}

type KeptDebt = { owesAlike: boolean; former?: string | undefined };

/** What the table says of the debt itself. `former`: whose it was before its contact was erased: what is left of them is about other debts. */
async function keepDebt(ports: KeepPorts, { isNew, earlier, after }: CollectionChange): Promise<KeptDebt> {
  const { account, hash } = after.ref;
  const { id } = after.contact;
  if (after.erasedAt !== undefined)
    return { owesAlike: true, former: earlier.find(({ erasedAt }) => erasedAt === undefined)?.contact.id };
  const debt = debtOf(after);
  const owesAlike = !isNew && earlier.every((each) => isDeepStrictEqual(debt, debtOf(each)));
  await Promise.all([
    isNew && ports.putReferenceWords(after.ref, { ...after, words: referenceWords(after.reference) }),
    !owesAlike && debt !== undefined && ports.putDebt(account, id, debt),
    !owesAlike && debt === undefined && ports.removeDebt(account, id, hash),
  ]);
  return { owesAlike };
}

/** A collection of a customer who is paused may name another phone, and so another person. */
const pauseLike = async (
  ports: KeepPorts,
  { pausedSince }: StoredCustomer,
  { ref, contact }: Collection,
): Promise<void> =>
  pausedSince === undefined
    ? undefined
    : pausePeople(ports, [personRefOf(ref.account, contact, parsePhone(contact.phone, undefined))], pausedSince);

/** Of each currency in which something is or was open. Answers whether nobody else wrote one meanwhile. */
async function saveSums(
  ports: Pick<KeepPorts, 'saveOpenSum'>,
  account: string,
  contact: string,
  { sums, debts }: CustomerRows,
): Promise<boolean> {
  const now = openSumsOf(debts);
  const gone = sums
    .filter(({ currency }) => !now.some((sum) => sum.currency === currency))
    .map(({ currency }) => nothingOwed(currency));
  const saved = await Promise.all(
    [...now, ...gone].map((sum) => {
      const { version, ...stored } = sums.find(({ currency }) => currency === sum.currency) ?? { version: 0 };
      return isDeepStrictEqual(stored, sum) || ports.saveOpenSum(account, contact, { ...sum, version });
    }),
  );
  return saved.every(Boolean);
}

/** Of the newest collections of a customer. */
const MAX_READ = 100;

/** `corrected`: the collection that was corrected last. `details`: what the customer is corrected to. `leaving`: a collection that is being erased. */
type Rebuilding = { corrected?: Collection; details?: CustomerDetails; leaving?: string };

/** From the newest collections and those that are open. A customer without a collection is forgotten. */
export async function rebuildCustomer(
  ports: KeepPorts,
  account: string,
  id: string,
  { corrected, details, leaving }: Rebuilding = {},
): Promise<void> {
  await untilWon(ports, async () => {
    const [rows, newest] = await Promise.all([
      ports.readCustomer(account, id),
      ports.findByContact(id, { account, limit: MAX_READ }),
    ]);
    const known = rows.customer?.words ?? [];
    const hashes = new Set([...newest, ...rows.debts].map(({ hash }) => hash));
    if (leaving !== undefined) hashes.delete(leaving);
    const collections = (await ports.getCollections(account, [...hashes])).filter(
      ({ contact, erasedAt }) => contact.id === id && erasedAt === undefined,
    );
    const next = customerFrom(rows.customer, collections, { corrected, details });
    if (next === undefined) {
      await ports.removeCustomerWords(account, id, { words: known, spread: rows.customer?.spread });
      await ports.forgetCustomer(account, id, rows);
      return true;
    }
    const { spread } = next;
    if (corrected) await pauseLike(ports, next, corrected);
    const debts = collections.flatMap((each) => debtOf(each) ?? []);
    const paid = rows.debts.filter(({ hash }) => !debts.some((debt) => debt.hash === hash));
    const unsaved = debts.filter((debt) => !rows.debts.some((row) => isDeepStrictEqual(row, debt)));
    await Promise.all([
      ...paid.map(({ hash }) => ports.removeDebt(account, id, hash)),
      ...unsaved.map((debt) => ports.putDebt(account, id, debt)),
      ports.putCustomerWords(account, id, { words: next.words.filter((word) => !known.includes(word)), spread }),
      ports.removeCustomerWords(account, id, { words: known.filter((word) => !next.words.includes(word)), spread }),
    ]);
    const isSummed = await saveSums(ports, account, id, { ...rows, debts });
    const isSaved =
      isDeepStrictEqual(next, rows.customer) || (await ports.saveCustomer(account, id, { version: 0, ...next }));
    return (isSummed && isSaved) || undefined;
  });
}

const LAST = { customer: 'lastHeardAt', merchant: 'lastWrittenAt' } as const;

/** When the customer of a collection has written, or was written to; the stream may say so before the collection's creation. */
export async function keepWriting(ports: KeepPorts, collection: Collection, { by, at }: Writing): Promise<void> {
  const { account } = collection.ref;
  const { id } = collection.contact;
  if (collection.erasedAt !== undefined) return;
  await untilWon(ports, async () => {
    const { customer } = await ports.readCustomer(account, id);
    if ((customer?.[LAST[by]] ?? '') >= at) return true;
    const known: StoredCustomer = customer ?? withCollection(undefined, collection);
    const { words, spread } = known;
    if (customer === undefined) await ports.putCustomerWords(account, id, { words, spread });
    return (await ports.saveCustomer(account, id, { version: 0, ...known, [LAST[by]]: at })) || undefined;
  });
}

/** `since`: undefined for people who are written to again. */
export async function pausePeople(
  ports: Pick<KeepPorts, 'clock' | 'random' | 'getPerson' | 'savePerson'>,
  refs: readonly PersonRef[],
  since: string | undefined,
): Promise<void> {
  for (const ref of new Map(refs.map((each) => [each.matchKey, each])).values())
    await untilWon(ports, async () => {
      const paused = withPause(await ports.getPerson(ref), since);
      return paused === undefined || (await ports.savePerson(ref, paused, ports.clock.now())) || undefined;
    });
}
