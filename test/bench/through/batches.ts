/**
 * What lives ask of the partitions that they share, in batches of one and of twenty, of one account and of a hundred: so it shows whether a
 * batch moves a wall, and where the accounts of a stage stop together.
 */
import { handler as createEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { clock } from '#lib/clock.ts';
import { spreadAccount } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type BenchTable, enableStream } from '#test/bench/bench-table.ts';
import { START, setClock } from '#test/bench/life/acts.ts';
import { READS, type Wall, WRITES, wallsOf } from '#test/bench/life/walls.ts';
import { type Demands, watchReads } from '#test/bench/life/watch-partitions.ts';
import { watchWrites } from '#test/bench/life/watch-writes.ts';
import { openPaidShops } from '#test/bench/paid-shop.ts';
import { type Table, tenth } from '#test/bench/report.ts';
import { withReceiver } from '#test/bench/with-receiver.ts';
import { followStream } from '#test/functions/relay/follow-stream.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { type Pace, settle, sweep } from './deliveries.ts';
import { liveAll } from './lives.ts';
import { watchTable } from './watch.ts';

const LIVES = 20;
const BATCHES: readonly Pace[] = [
  { records: 1, messages: 1, twice: 0, dies: 0 },
  { records: 20, messages: 10, twice: 0, dies: 0 },
];
/** So long after one run the next begins: nothing of the one before is left to do then. */
const APART = 60 * 24 * 3_600_000;

export async function batches(bench: BenchTable): Promise<Table[]> {
  const { now } = clock;
  await enableStream(bench);
  const all = async (url: string) => {
    const walls: Wall[][] = [];
    for (const accounts of [1, 100])
      for (const pace of BATCHES)
        walls.push(await wallsIn(bench, { accounts, pace, url, start: START + walls.length * APART }));
    const [one, twenty, oneOfMany, twentyOfMany] = walls as [Wall[], Wall[], Wall[], Wall[]];
    return [
      tableOf('one account: the partitions that its collections share', one, twenty),
      tableOf('a hundred accounts: the partitions that they share', oneOfMany, twentyOfMany),
    ];
  };
  return withReceiver(all).finally(() => {
    clock.now = now;
  });
}

type Run = { accounts: number; pace: Pace; url: string; start: number };

/** A life's share, smallest wall first. */
async function wallsIn(bench: BenchTable, { accounts, pace, url, start }: Run): Promise<Wall[]> {
  setClock(start);
  const shops = await openPaidShops(accounts);
  const watch = watchTable();
  const demands: Demands = new Map();
  const lives = Math.max(LIVES, accounts);
  try {
    // As what counts does with an account that has so much to tell.
    if (accounts === 1) await spreadAccount(table, shops[0]?.account.id ?? '', new Date(start).toISOString());
    for (const { ask } of shops) await ask(createEndpoint, 201, { method: 'POST', body: { url, events: ['*'] } });
    // What the run before has left to be looked at.
    await sweep();
    const random = randomFrom(accounts, 'batches');
    const world = { bench, shops, pace, random, watch, newRecords: await followStream(bench) };
    await settle(world);
    await watchReads(table.client, demands, async () => {
      await watchWrites(bench.documents, demands, async () => {
        await liveAll(world, lives, start);
      });
    });
  } finally {
    watch.stop();
    await shops[0]?.close();
  }
  const ids = shops.map(({ account }) => account.id);
  const [only] = ids;
  const shares = [...demands].map(
    ([key, { reads, writes }]) => [key, { reads: reads / lives, writes: writes / lives }] as const,
  );
  return accounts === 1
    ? wallsOf(new Map(shares), only)
    : wallsOf(new Map(shares.filter(([key]) => !ids.some((id) => key.includes(id)))));
}

const SHOWN = 10;

const tableOf = (what: string, one: readonly Wall[], twenty: readonly Wall[]): Table => {
  const batched = new Map(twenty.map((wall) => [wall.partition, wall]));
  return {
    title: `Walls of ${what}`,
    notes: [
      `What a life asks, with an endpoint, of the ${READS} read and ${WRITES} write units that one partition gives a second; one record of the stream and one message at a time, then twenty and ten.`,
      'What a process reads more than twenty times in five seconds is shared, so the endpoints and the account are asked less, the more lives there are.',
    ],
    rows: one.slice(0, SHOWN).map((wall) => {
      const other = batched.get(wall.partition);
      return {
        partition: wall.partition,
        in: wall.shards,
        'reads by 1': tenth(wall.reads),
        'reads by 20': tenth(other?.reads ?? 0),
        'writes by 1': tenth(wall.writes),
        'writes by 20': tenth(other?.writes ?? 0),
        'lives a second by 1': wall['a second'],
        'lives a second by 20': other?.['a second'] ?? '',
      };
    }),
  };
};
