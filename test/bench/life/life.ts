/** Measures what one collection costs from its create to its end: requests, read units and write units, step by step. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchTable } from '#test/bench/bench-table.ts';
import type { Row, Table } from '#test/bench/report.ts';
import { aLife, type Life } from './a-life.ts';
import type { Step } from './ledger.ts';
import { wallsOf, wallsTable } from './walls.ts';

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
