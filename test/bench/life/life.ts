/**
 * Measures what one collection costs from its create to its end: requests, read units and write units, step by step.
 */
import type { BenchTable } from '#test/bench/bench-table.ts';
import { type Row, type Table, tenth } from '#test/bench/report.ts';
import { withReceiver } from '#test/bench/with-receiver.ts';
import { aLife, type Life } from './a-life.ts';
import type { Step } from './ledger.ts';
import { READS, type Wall, WRITES, wallsOf } from './walls.ts';

export type NamedLife = readonly [name: string, life: Life];

/** Paid and unpaid, each without and with an endpoint; then the paid ones again, in an account that has much to do meanwhile. */
export const sixLives = (bench: BenchTable): Promise<NamedLife[]> =>
  withReceiver(async (receiver) => [
    ['paid, no webhook endpoint', await aLife(bench, { isPaid: true })],
    ['paid, one webhook endpoint', await aLife(bench, { isPaid: true, receiver })],
    ['unpaid, no webhook endpoint', await aLife(bench, { isPaid: false })],
    ['unpaid, one webhook endpoint', await aLife(bench, { isPaid: false, receiver })],
    ['busy, no webhook endpoint', await aLife(bench, { isPaid: true, isBusy: true })],
    ['busy, one webhook endpoint', await aLife(bench, { isPaid: true, receiver, isBusy: true })],
  ]);

export function tablesOf(lives: readonly NamedLife[]): Table[] {
  return [
    ...lives.flatMap(([what, one]) => [stepsOf(what, one), itemsOf(what, one)]),
    ...lives.map(([what, { demands, account }]) => wallsTable(what, wallsOf(demands, account))),
  ];
}

const stepsOf = (what: string, { steps, messages, events }: Life): Table => ({
  title: `A collection's life: ${what}; ${messages} messages, ${events} events`,
  notes: [
    'wcu as AWS documents them. "in transactions": index writes among them that a transaction may double (unconfirmed).',
    'waits: for the payment provider, a channel or a receiver of webhooks. The parts of a life: test/bench/life/a-life.ts.',
  ],
  rows: [...steps, totalOf(steps)].map(rowOf),
});

const rowOf = ({ name, fn, logLines, logBytes, wcuIndexInTransaction, queueSends, ...rest }: Step): Row => {
  const { times, trips, requests, rcu, wcu, schedules, waits } = rest;
  return {
    step: name,
    function: fn,
    times,
    trips: tenth(trips),
    requests: tenth(requests),
    rcu: tenth(rcu),
    wcu: tenth(wcu),
    'in transactions': tenth(wcuIndexInTransaction),
    schedules,
    'to queues': queueSends,
    waits,
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
  rows: [...writes].map(([item, { times, wcu }]) => ({ item, writes: tenth(times), wcu: tenth(wcu) })),
});

const wallsTable = (what: string, walls: readonly Wall[]): Table => ({
  title: `Walls of one account: ${what}`,
  notes: [
    `What a life asks of each partition that all collections of an account share, of the ${READS} read and ${WRITES} write units that one gives a second.`,
  ],
  rows: walls.filter((wall) => wall['a second'] < 10 * (walls[0]?.['a second'] ?? 0)),
});
