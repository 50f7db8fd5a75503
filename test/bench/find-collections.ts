/** Measures the cost of a page of a filtered list by its depth, with few and with many collections beside what matches. */

import { handler as listCollections } from '#functions/api/list-collections.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { toItem } from '#lib/store/collection/item.ts';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { entryOf, SEGMENT_SIZE } from '#lib/store/list/log.ts';
import { table } from '#lib/store/table/live-table.ts';

import { aCollection, aContact } from '#test/support/a-collection.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import type { BenchTable } from './bench-table.ts';
import { type Cost, costOf } from './count-calls.ts';
import { median, ratio } from './median.ts';
import type { Row, Table } from './report.ts';
import { createdAt, type Item, writeItems } from './seed-collections.ts';

const LIMIT = 100;
const ROUNDS = 20;
/** The smallest account: the other one has as many as was asked. */
const FEW = 1_000;
/** Contacts share the collections evenly. */
const PEOPLE = 5;

type Query = Record<string, string>;
type Page = { query: Query; ms: number; cost: Cost };

export async function findingCollections(bench: BenchTable, rows: number): Promise<Table[]> {
  const [few, many] = [await aSeededShop(bench, FEW), await aSeededShop(bench, rows)];
  const measured: Row[] = [];
  for (const [name, filterOf] of Object.entries(FILTERS)) {
    const base = await measure(few, filterOf(FEW));
    const [first, deep] = [
      await measure(many, filterOf(rows)),
      await measure(many, await deepIn(many, filterOf(rows))),
    ];
    const shown = { first, deep };
    for (const [page, { ms, cost }] of Object.entries(shown)) {
      measured.push({ filter: name, page, time: ratio(ms, base.ms), trips: cost.trips, rcu: cost.rcu });
    }
  }
  return [
    {
      title: `Filters: a page of ${LIMIT} of ${rows} collections`,
      notes: [`"time" is the median of ${ROUNDS} runs, over that of the first page of an account with ${FEW}.`],
      rows: measured,
    },
  ];
}

const contactOf = (person: number): string => `contact_${String(person).padStart(25, '0')}`;

const FILTERS: Readonly<Record<string, (rows: number) => Query>> = {
  contact: () => ({ contact: contactOf(0) }),
  status: () => ({ status: 'completed' }),
  expired: () => ({ status: 'expired' }),
  'dates alone': (rows) => ({ createdFrom: createdAt(0), createdTo: createdAt(rows) }),
  'contact and status': () => ({ contact: contactOf(0), status: 'completed' }),
};

async function aSeededShop(into: BenchTable, rows: number): Promise<BenchAccount> {
  const shop = await openBenchAccount();
  await writeItems(into, itemsOf(shop.account.id, rows));
  return shop;
}

/** Every fifth belongs to a contact, and the statuses take turns within each contact's. */
function* itemsOf(account: string, rows: number): Generator<Item> {
  let entries: Uint8Array[] = [];
  for (let rank = 0; rank < rows; rank += 1) {
    const segment = Math.floor(rank / SEGMENT_SIZE);
    const collection = aCollection({
      account,
      reference: `order-${rank}`,
      createdAt: createdAt(rank),
      contact: aContact({ id: contactOf(rank % PEOPLE) }),
      status: STATUSES[Math.floor(rank / PEOPLE) % STATUSES.length] ?? 'pending',
    });
    const item = toItem(collection, { nonce: `seed-${rank}`, startSegment: segment });
    yield item;
    entries.push(entryOf(collection.ref.hash));
    if (entries.length < SEGMENT_SIZE && rank < rows - 1) continue;
    yield { ...segmentKey(account, segment), entries, openedAt: createdAt(segment * SEGMENT_SIZE) };
    entries = [];
  }
}

/** The page that lies so many pages deep, or the last. */
const DEPTH = 150;

async function deepIn({ ask }: BenchAccount, query: Query): Promise<Query> {
  let cursor: Query = {};
  for (let page = 0; page < DEPTH; page += 1) {
    const answer = await ask(listCollections, 200, { query: { ...query, ...cursor, limit: String(LIMIT) } });
    const { nextCursor } = answer.body.meta as { nextCursor: string | null };
    if (nextCursor === null) break;
    cursor = { cursor: nextCursor };
  }
  return { ...query, ...cursor };
}

async function measure(shop: BenchAccount, query: Query): Promise<Page> {
  const ask = () => shop.ask(listCollections, 200, { query: { ...query, limit: String(LIMIT) } });
  await ask();
  const cost = await costOf(table.client, ask);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    await ask();
    times.push(performance.now() - from);
  }
  return { query, ms: median(times), cost };
}
