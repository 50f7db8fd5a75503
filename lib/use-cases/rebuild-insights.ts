/**
 * Makes the statistics of an account anew from its collections, as the next generation, and says which sums were others
 * before: none, unless something was wrong. Meanwhile nothing else counts the account's events.
 */
import type { Account } from '#lib/domain/account.ts';
import { feedRange, placeInFeed, type ToldRecord } from '#lib/domain/feed.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import {
  bookedIn,
  customerIn,
  debtsIn,
  firstPosition,
  type OwedSum,
  type Position,
  placeInExperiment,
  RULES,
} from '#lib/domain/insights/counted.ts';
import type { Facts } from '#lib/domain/insights/facts.ts';
import { experimentFiguresOf, figuresOf } from '#lib/domain/insights/figures.ts';
import {
  accountZones,
  addStatistic,
  CUSTOMERS_CELL,
  customersName,
  differenceOf,
  type Figures,
  type Numbers,
} from '#lib/domain/insights/statistics.ts';
import { referenceWords } from '#lib/domain/search.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type FactsPorts, factsAnew, factsUpTo } from './facts-up-to.ts';
import { type KeepPorts, rebuildCustomer } from './keep-customer.ts';

export type RebuildPorts = Pick<
  Store,
  | 'getPosition'
  | 'getToldInFeed'
  | 'savePosition'
  | 'readListPage'
  | 'writeJournal'
  | 'removeJournal'
  | 'readStatistics'
  | 'writeStatistics'
  | 'removeStatistics'
  | 'getOwed'
  | 'writeOwed'
  | 'writeFirstCollections'
> &
  FactsPorts &
  Pick<Service, 'clock'>;

type RebuildReport = {
  collections: number;
  /** The sums that were others before, by name and cell. */
  changed: { name: string; cell: string; before: Numbers; after: Numbers }[];
};

const REBUILDS_MS = 60 * 60_000;
const PAGE = 100;

/** @throws {Error} if somebody else rebuilds or counts at the same time */
export async function rebuildInsights(ports: RebuildPorts, account: Account): Promise<RebuildReport> {
  const now = ports.clock.now();
  const stored = await ports.getPosition(account.id);
  // By no rules yet: a rebuild that dies is begun anew.
  const { rules: _not, ...first } = firstPosition(account);
  const start = stored ?? { ...first, position: feedRange('', now).until, asOf: feedRange('', now).until };
  const locked = { ...start, rebuildingUntil: new Date(now.getTime() + REBUILDS_MS).toISOString() };
  await save(ports, account.id, locked);
  const generation = start.generation + 1;
  // Of a rebuild that died.
  await ports.removeJournal(account.id, generation);
  const all = await sumUp(ports, account, { ...locked, generation });
  const before = await ports.readStatistics(account.id, start.generation, { from: '', to: '' });
  const changed = differencesOf(stored === undefined ? new Map() : before, all.statistics);
  await ports.writeStatistics(account.id, generation, all.statistics);
  await ports.writeOwed(account.id, all.owed, await ports.getOwed(account.id, all.settled));
  await ports.writeFirstCollections(account.id, all.firstCollections);
  const { rebuildingUntil: _over, ...rest } = locked;
  await save(ports, account.id, { ...rest, generation, version: locked.version + 1, rules: RULES });
  await ports.removeStatistics(account.id, start.generation, [...before.keys()]);
  await ports.removeJournal(account.id, start.generation);
  return { collections: all.collections, changed: stored === undefined ? [] : changed };
}

async function save(ports: RebuildPorts, account: string, position: Position): Promise<void> {
  if (!(await ports.savePosition(account, position)))
    throw new Error('the events of the account are being counted: try again in a minute');
}

async function sumUp(ports: RebuildPorts, account: Account, { position, generation }: Position) {
  const zones = accountZones(account);
  const statistics = new Map<string, ReadonlyMap<string, Numbers>>();
  const add = (figures: Figures) => {
    for (const [name, cells] of figures) statistics.set(name, addStatistic(statistics.get(name) ?? new Map(), cells));
  };
  const owed = new Map<string, OwedSum>();
  /** All who were asked for something, in each currency. */
  const asked = new Map<string, Pick<OwedSum, 'contact' | 'currency'>>();
  const firsts = new Map<string, { hash: string; facts: Facts }>();
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { hashes } = await ports.readListPage(account.id, page, PAGE);
    if (hashes.length === 0) break;
    // What is created meanwhile moves others to later pages: those are met twice.
    const fresh = hashes.filter((hash) => !seen.has(hash));
    const known = await Promise.all(fresh.map((hash) => factsOfAll(ports, { account: account.id, hash }, position)));
    const changes = fresh.map((hash, index) => ({ hash, before: undefined, after: known[index] }));
    await ports.writeJournal(account.id, { generation, page }, bookedIn(changes, zones.day));
    fresh.forEach((hash, index) => {
      seen.add(hash);
      const facts = known[index];
      if (facts === undefined) return;
      add(figuresOf(facts, zones));
      asked.set(customerIn(facts), { contact: facts.contact, currency: facts.currency });
      for (const debt of debtsIn([{ before: undefined, after: facts }])) addDebt(owed, debt);
      const place = placeInExperiment(facts);
      if (place !== undefined && isFirst(firsts.get(place), facts)) firsts.set(place, { hash, facts });
    });
  }
  for (const { facts } of firsts.values()) add(experimentFiguresOf(facts, zones));
  for (const { currency } of owed.values()) add(new Map([[customersName(currency), new Map([[CUSTOMERS_CELL, [1]]])]]));
  const firstCollections = new Map([...firsts].map(([place, { hash }]) => [place, hash]));
  const settled = [...asked].flatMap(([key, each]) => (owed.has(key) ? [] : [each]));
  return { collections: seen.size, statistics, owed: [...owed.values()], settled, firstCollections };
}

const isFirst = (known: { facts: Facts } | undefined, { createdAt }: Facts): boolean =>
  known === undefined || createdAt < known.facts.createdAt;

function addDebt(all: Map<string, OwedSum>, { contact, currency, owed, count }: OwedSum): void {
  const key = customerIn({ contact, currency });
  const sum = all.get(key) ?? { contact, currency, owed: 0, count: 0 };
  all.set(key, { ...sum, owed: sum.owed + owed, count: sum.count + count });
}

/**
 * What is known of a collection at the position. Where nothing was told of it since, that is computed from its history and
 * stored with its last telling, so that counting goes on from there.
 */
async function factsOfAll(ports: RebuildPorts, ref: CollectionRef, position: string): Promise<Facts | undefined> {
  const told = await ports.getToldInFeed(ref, ports.clock.now());
  const last = told.at(-1);
  if (last === undefined) return undefined;
  if (placeInFeed(last) > position) return factsUpTo(ports, { ref, told }, (each) => placeInFeed(each) <= position);
  return factsAnew(ports, { ref, told }, told.findLast((each) => each.facts !== undefined) ?? (told[0] as ToldRecord));
}

function differencesOf(before: Figures, after: Figures): RebuildReport['changed'] {
  return [...differenceOf(before, after)].flatMap(([name, cells]) =>
    [...cells.keys()].map((cell) => ({
      name,
      cell,
      before: before.get(name)?.get(cell) ?? [],
      after: after.get(name)?.get(cell) ?? [],
    })),
  );
}

type RebuildCustomersPorts = KeepPorts & Pick<Store, 'readListPage'>;

/**
 * Keeps the customers of an account anew, and the words of its references: of collections that an earlier version
 * created, nobody did. Can be repeated, while the account is in use. Answers how many there are.
 */
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
    for (const { ref, reference, createdAt, contact, spread } of kept) {
      await ports.putReferenceWords(ref, { createdAt, words: referenceWords(reference), spread });
      if (!contacts.has(contact.id)) await rebuildCustomer(ports, account, contact.id);
      contacts.add(contact.id);
      collections += 1;
    }
  }
}
