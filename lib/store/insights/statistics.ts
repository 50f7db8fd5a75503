/** An account's statistics in the table: how far its events are counted, the sums by month and currency, and what each customer owes. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { CountedFacts, OwedSum, Position } from '#lib/domain/insights/counted.ts';
import type { Numbers, Statistic } from '#lib/domain/insights/statistics.ts';
import { OWED_SORT_KEY } from '#lib/store/indexes.ts';
import { countedItems } from '#lib/store/insights/journal.ts';
import { firstKey, owesKey, positionKey, statisticKey, statisticNameIn } from '#lib/store/insights/keys.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { fields, instant, integer, optional, packedText, text } from '#lib/store/table/checks.ts';
import { equals, ITEM_IS_NEW, isBetween } from '#lib/store/table/conditions.ts';
import { type Item, packText, readItem } from '#lib/store/table/read-item.ts';
import { put, queryAll, remove } from '#lib/store/table/requests.ts';
import { isContention, isRefused, type Table } from '#lib/store/table/table.ts';

const position = fields({
  version: integer,
  position: text,
  asOf: instant,
  generation: integer,
  rebuildingUntil: optional(instant),
  rules: optional(integer),
});

export async function getPosition(table: Table, account: string): Promise<Position | undefined> {
  const item = await table.getItem(positionKey(account));
  return item && readItem(item, position);
}

const statistic = fields({ cells: packedText });

const toStatistic = (item: Item): Statistic =>
  new Map(JSON.parse(readItem(item, statistic).cells) as [string, Numbers][]);

/** Of a month or several; by their names. `from` and `to`: the first and the last name, or their beginnings. */
export async function readStatistics(
  table: Table,
  account: string,
  generation: number,
  { from, to }: { from: string; to: string },
): Promise<Map<string, Statistic>> {
  const first = statisticKey(account, generation, from);
  // `~` sorts after all that is in a name.
  const when = isBetween(SORT_KEY, first.sk, statisticKey(account, generation, `${to}~`).sk);
  const items = await queryAll(table, { partition: first.pk, when, isStrong: false });
  return new Map(items.map((item) => [statisticNameIn(item.sk), toStatistic(item)]));
}

/** Those that are stored of these names, read strongly. */
export async function getStatistics(
  table: Table,
  account: string,
  generation: number,
  names: readonly string[],
): Promise<Map<string, Statistic>> {
  const items = await table.batchGet(names.map((name) => statisticKey(account, generation, name)));
  return new Map(items.map((item) => [statisticNameIn(item.sk), toStatistic(item)]));
}

const owes = fields({ contact: text, currency: text, [OWED_SORT_KEY]: text, count: integer });

/** Those that are stored. */
export async function getOwed(
  table: Table,
  account: string,
  customers: readonly Pick<OwedSum, 'contact' | 'currency'>[],
): Promise<OwedSum[]> {
  const items = await table.batchGet(customers.map(({ contact, currency }) => owesKey(account, contact, currency)));
  return items.map((item) => {
    const { contact, currency, owed, count } = readItem(item, owes);
    return { contact, currency, owed: Number(owed), count };
  });
}

/** As 0.4.0 has it, where it stood in an index by this text. */
const OWED_DIGITS = 16;

export const owesItem = (account: string, { contact, currency, owed, count }: OwedSum) => ({
  ...owesKey(account, contact, currency),
  contact,
  currency,
  [OWED_SORT_KEY]: String(owed).padStart(OWED_DIGITS, '0'),
  count,
});

const first = fields({ place: text, hash: text });

export const firstItem = (account: string, place: string, hash: string) => ({
  ...firstKey(account, place),
  place,
  hash,
});

/** The hashes of the collections by which customers count in an experiment, by the places of those. */
export async function getFirstCollections(
  table: Table,
  account: string,
  places: readonly string[],
): Promise<Map<string, string>> {
  const items = await table.batchGet(places.map((place) => firstKey(account, place)));
  return new Map(items.map((item) => [readItem(item, first).place, readItem(item, first).hash]));
}

/**
 * Stores sums together with the position up to which they count, all or nothing: so each event counts once, whatever
 * crashes. `lost`: somebody else has written the position since it was read.
 */
export async function saveCounted(
  table: Table,
  account: string,
  next: Position,
  { journal, statistics, owed, firstCollections }: CountedFacts,
): Promise<'saved' | 'lost'> {
  const { version, generation } = next;
  const puts = [
    ...countedItems(account, next, journal),
    ...[...statistics].map(([name, cells]) => statisticItem(account, generation, name, cells)),
    ...owed.filter(({ count }) => count > 0).map((each) => owesItem(account, each)),
    ...[...firstCollections].map(([contact, hash]) => firstItem(account, contact, hash)),
  ];
  const gone = owed.filter(({ count }) => count === 0).map((each) => owesKey(account, each.contact, each.currency));
  const write = new TransactWriteCommand({
    TransactItems: [
      {
        Put: put(table, {
          item: { ...positionKey(account), ...next, version: version + 1 },
          when: hasVersion(version),
        }),
      },
      ...puts.map((item) => ({ Put: put(table, { item }) })),
      ...gone.map((key) => ({ Delete: remove(table, { key }) })),
    ],
  });
  try {
    await table.send(write);
    return 'saved';
  } catch (error) {
    if (isContention(error) || isRefused(error)) return 'lost';
    throw error;
  }
}

export const hasVersion = (version: number) => (version === 0 ? ITEM_IS_NEW : equals('version', version));

export const statisticItem = (account: string, generation: number, name: string, cells: Statistic) => ({
  ...statisticKey(account, generation, name),
  cells: packText(JSON.stringify([...cells])),
});
