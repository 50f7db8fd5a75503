/** Measures the cost of a page of the list by its depth, compared with the usual design on the same collections. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { handler as listCollections } from '#functions/api/list-collections.ts';
import { table } from '#lib/store/table/live-table.ts';

import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import type { BenchTable } from './bench-table.ts';
import { type Cost, costOf } from './count-calls.ts';
import { median, ratio } from './median.ts';
import { naiveItem, naivePage } from './naive-list.ts';
import type { Row, Table } from './report.ts';
import { seedCollections } from './seed-collections.ts';

const LIMITS = [10, 100];
const ROUNDS = 40;
const WARM_UP = 5;
/** The naive design reads everything for every page, so one run on at most 100,000 collections is enough. */
const NAIVE_ROWS = 100_000;

type Place = { name: string; page: number; limit: number };
type Measured = { ms: number[]; cost: Cost };
type Read = (ref: Place) => Promise<unknown>;

export async function listDepth(bench: BenchTable, rows: number): Promise<Table[]> {
  const naiveRows = Math.min(rows, NAIVE_ROWS);
  const shop = await openBenchAccount();
  const started = performance.now();
  await seedCollections(bench, {
    account: shop.account.id,
    rows,
    twin: (rank, item) => (rank < naiveRows ? naiveItem(shop.account.id, rank, item) : undefined),
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  const ours = await interleaved(refsIn(rows), (ref) => askPage(shop, ref));
  const list = { table: bench, account: shop.account.id };
  const naive = await once(refsIn(naiveRows), bench.documents, ({ page, limit }) => naivePage(list, page, limit));
  return [
    {
      title: `List: a page by its depth, of ${rows} collections`,
      notes: [
        `Loaded in ${seconds} s. "time" is the median of ${ROUNDS} interleaved runs, over that of page 1 at the same limit.`,
        `The naive design (COUNT, then walk past) has ${naiveRows} of them, one run each; its "time" is over our page 1.`,
      ],
      rows: rowsOf(refsIn(rows), ours, naive),
    },
  ];
}

const refsIn = (rows: number): Place[] =>
  LIMITS.flatMap((limit) => {
    const last = rows / limit;
    return [
      { name: '1', page: 1, limit },
      { name: 'middle', page: Math.round(last / 2), limit },
      { name: 'last', page: last, limit },
    ];
  });

const askPage = ({ ask }: BenchAccount, { page, limit }: Place): Promise<unknown> =>
  ask(listCollections, 200, { query: { page: String(page), limit: String(limit) } });

/** Each round measures every page once, so that other load on the machine affects all pages equally. */
async function interleaved(refs: Place[], read: Read): Promise<Measured[]> {
  const measured = await once(refs, table.client, read);
  for (const each of measured) each.ms = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [index, ref] of refs.entries()) {
      const ms = await timeOf(() => read(ref));
      if (round >= 0) measured[index]?.ms.push(ms);
    }
  }
  return measured;
}

async function once(refs: Place[], client: DynamoDBDocumentClient, read: Read): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const ref of refs) {
    const from = performance.now();
    const cost = await costOf(client, () => read(ref));
    measured.push({ ms: [performance.now() - from], cost });
  }
  return measured;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function rowsOf(refs: Place[], ours: Measured[], naive: Measured[]): Row[] {
  return refs.flatMap(({ name, page, limit }, index) => {
    const first = ours[index - (index % 3)];
    const [our, their] = [ours[index], naive[index]];
    if (!first || !our || !their) return [];
    const one = median(first.ms);
    return {
      limit,
      page: name === '1' ? name : `${name} (${page})`,
      time: ratio(median(our.ms), one),
      trips: our.cost.trips,
      rcu: our.cost.rcu,
      'naive time': ratio(median(their.ms), one),
      'naive trips': their.cost.trips,
      'naive rcu': their.cost.rcu,
    };
  });
}
