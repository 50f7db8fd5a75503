/** Measures the cost of a page of the list by its depth. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { handler as listCollections } from '#functions/api/list-collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import type { BenchTable } from './bench-table.ts';
import { type Cost, costOf } from './count-calls.ts';
import { median, type Row, ratio, type Table } from './report.ts';
import { seedCollections } from './seed-collections.ts';

const LIMITS = [10, 100];
const ROUNDS = 40;
const WARM_UP = 5;

type Place = { name: string; page: number; limit: number };
type Measured = { ms: number[]; cost: Cost };
type Read = (ref: Place) => Promise<unknown>;

export async function listDepth(bench: BenchTable, rows: number): Promise<Table[]> {
  const shop = await openBenchAccount();
  const started = performance.now();
  await seedCollections(bench, { account: shop.account.id, rows });
  const seconds = Math.round((performance.now() - started) / 1000);
  const ours = await interleaved(refsIn(rows), (ref) => askPage(shop, ref));
  return [
    {
      title: `List: a page by its depth, of ${rows} collections`,
      notes: [
        `Loaded in ${seconds} s. "time" is the median of ${ROUNDS} interleaved runs, over that of page 1 at the same limit.`,
      ],
      rows: rowsOf(refsIn(rows), ours),
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

function rowsOf(refs: Place[], ours: Measured[]): Row[] {
  return refs.flatMap(({ name, page, limit }, index) => {
    const first = ours[index - (index % 3)];
    const our = ours[index];
    if (!first || !our) return [];
    const one = median(first.ms);
    return {
      limit,
      page: name === '1' ? name : `${name} (${page})`,
      time: ratio(median(our.ms), one),
      trips: our.cost.trips,
      rcu: our.cost.rcu,
    };
  });
}
