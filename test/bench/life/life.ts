/**
 * Measures what one collection costs from its create to its end: requests, read units and write units, step by step.
 * Where one account stops: what its collections ask, in a life each, of the partitions that they share.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEY_FAMILIES } from '#lib/store/key-patterns.ts';
import type { BenchTable } from '#test/bench/bench-table.ts';
import type { Row, Table } from '#test/bench/report.ts';
import { matches } from '#test/permissions/asked.ts';
import { aLife, type Life } from './a-life.ts';
import type { Step } from './ledger.ts';
import type { Demands } from './watch-partitions.ts';

type NamedLife = readonly [name: string, life: Life];

async function fourLives(bench: BenchTable): Promise<NamedLife[]> {
  const server = createServer((request, response) => void request.resume().on('end', () => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    return [
      ['paid, no webhook endpoint', await aLife(bench, { isPaid: true })],
      ['paid, one webhook endpoint', await aLife(bench, { isPaid: true, receiver })],
      ['unpaid, no webhook endpoint', await aLife(bench, { isPaid: false })],
      ['unpaid, one webhook endpoint', await aLife(bench, { isPaid: false, receiver })],
    ];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/**
 * The same lives on 2026-11-22, before a telling became one transaction, long texts were deflated, a result was recorded
 * without a transaction, and the claim of a webhook left the index as it was.
 */
const BEFORE: Readonly<Record<string, number>> = {
  'paid, no webhook endpoint': 99,
  'paid, one webhook endpoint': 195,
  'unpaid, no webhook endpoint': 80,
  'unpaid, one webhook endpoint': 152,
};

export async function life(bench: BenchTable): Promise<Table[]> {
  const lives = await fourLives(bench);
  return [
    ...lives.flatMap(([what, one]) => [stepsOf(what, one), itemsOf(what, one)]),
    ...lives.map(([what, { demands, account }]) => wallsTable(what, wallsOf(demands, account))),
    comparison(lives),
  ];
}

const stepsOf = (what: string, { steps, messages, events }: Life): Table => ({
  title: `A collection's life: ${what}; ${messages} messages, ${events} events`,
  notes: [
    'wcu as AWS documents them. "in transactions": index writes among them that a transaction may double (unconfirmed).',
    'elsewhere: requests to the payment provider and to KMS. The parts of a life: test/bench/life/a-life.ts.',
  ],
  rows: [...steps, totalOf(steps)].map(rowOf),
});

const rowOf = ({ name, fn, logLines, logBytes, wcuIndexInTransaction, queueSends, ...rest }: Step): Row => {
  const { times, trips, requests, rcu, wcu, schedules, elsewhere } = rest;
  return {
    step: name,
    function: fn,
    times,
    trips,
    requests,
    rcu,
    wcu,
    'in transactions': wcuIndexInTransaction,
    schedules,
    'to queues': queueSends,
    elsewhere,
    'log lines': logLines,
    bytes: logBytes,
  };
};

/** Trips of different steps do not add up. */
function totalOf(steps: readonly Step[]): Step {
  const sum = { ...steps[0] } as Step & Record<string, number | string>;
  for (const key of Object.keys(sum)) {
    if (typeof sum[key] === 'number') {
      Object.assign(sum, { [key]: steps.reduce((total, step) => total + Number(step[key as 'wcu']), 0) });
    }
  }
  return { ...sum, name: 'all', fn: '', trips: Math.max(...steps.map(({ trips }) => trips)) };
}

const itemsOf = (what: string, { writes }: Life): Table => ({
  title: `… what is written: ${what}`,
  rows: [...writes].map(([item, { times, wcu }]) => ({ item, writes: times, wcu })),
});

const comparison = (lives: readonly (readonly [string, Life])[]): Table => ({
  title: 'Write units of a life',
  rows: lives.map(([what, { steps }]) => ({
    life: what,
    before: BEFORE[what] ?? '',
    now: steps.reduce((sum, { wcu }) => sum + wcu, 0),
  })),
});

/** A second, of one partition: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html */
const READS = 3_000;
const WRITES = 1_000;

export type Wall = { partition: string; shards: number; reads: number; writes: number; 'a second': number };

/** Longer parts of a key are ids and hashes: of one collection, one person or one address. */
const LONGEST_WORD = 12;

/** The partitions that all collections of the account share, smallest wall first. */
export function wallsOf(demands: Demands, account: string): Wall[] {
  const shared = new Map<string, Wall>();
  for (const [key, { reads, writes }] of demands) {
    const words = key.replace(account, '').split('#');
    if (!key.includes(account) || words.some((word) => word.length > LONGEST_WORD)) continue;
    const shards = shardsOf(key);
    const partition = (shards > 1 ? key.replace(/\d+$/, '…') : key).replace(account, 'a');
    const known = shared.get(partition) ?? { partition, shards, reads: 0, writes: 0, 'a second': 0 };
    shared.set(partition, { ...known, reads: known.reads + reads, writes: known.writes + writes });
  }
  return [...shared.values()]
    .map((wall) => ({ ...wall, 'a second': rateOf(wall) }))
    .toSorted((one, other) => one['a second'] - other['a second']);
}

/** In how many partitions, which end in their numbers, keys of this kind are spread for one account. */
function shardsOf(key: string): number {
  const bare = key.replace(/^\w+: /, '');
  const families = Object.values(KEY_FAMILIES).map(({ patterns }) => patterns);
  const family = families.find((patterns) => patterns.some((each) => matches(each, bare))) ?? [bare];
  const own = family.find((each) => matches(each, bare)) ?? bare;
  return family.filter((each) => withoutNumber(each) === withoutNumber(own)).length;
}

const withoutNumber = (pattern: string): string => pattern.replace(/\d+$/, '');

const rateOf = ({ shards, reads, writes }: Wall): number =>
  Math.floor(shards * Math.min(READS / (reads || 1), WRITES / (writes || 1)));

export const wallsTable = (what: string, walls: readonly Wall[]): Table => ({
  title: `Walls of one account: ${what}`,
  notes: [
    `What a life asks of each partition that all collections of an account share, of the ${READS} read and ${WRITES} write units that one gives a second.`,
  ],
  rows: walls.filter((wall) => wall['a second'] < 10 * (walls[0]?.['a second'] ?? 0)),
});
