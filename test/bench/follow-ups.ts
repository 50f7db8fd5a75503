/** Measures the cost of a run, the rate of many runs that are due in one minute, and the effect of the table's size. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { clock } from '#lib/clock.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { table } from '#lib/store/table/live-table.ts';

import { runCollection } from '#test/support/run-collection.ts';
import { openBenchAccount } from './bench-account.ts';
import { addBenchTable, type BenchTable } from './bench-table.ts';
import { type Cost, costOf } from './count-calls.ts';
import { commonRun, seedDue } from './due-collections.ts';
import { median, ratio } from './median.ts';
import type { Row, Table } from './report.ts';
import { seedCollections } from './seed-collections.ts';

/** The number of functions that run concurrently. */
const AT_ONCE = 16;
const WARM_UP = 64;
/** Reads and runs alternate, so that other load on the machine affects both equally. */
const TURN = 100;
const ROUNDS = 60;
const FEW = 100;
const HOLD_MS = 10;

type Size = { runs: number; rows: number };

export async function followUps(bench: BenchTable, { runs, rows }: Size): Promise<Table[]> {
  const before = { now: clock.now, table: table.name };
  try {
    return [await oneRun(bench), await manyRuns(bench, runs), await amongOthers(rows)];
  } finally {
    clock.now = before.now;
    table.name = before.table;
  }
}

/** Stores due collections in this table and directs the functions to it. */
async function due(bench: BenchTable, count: number, others = 0): Promise<Collection[]> {
  table.name = bench.tableName;
  const { account } = await openBenchAccount();
  if (others > 0) await seedCollections(bench, { account: account.id, rows: others });
  const collections = await seedDue(bench, account, count);
  const now = commonRun(collections);
  clock.now = () => now;
  return collections;
}

const run = ({ id, runNumber }: Collection): Promise<void> => runCollection({ collection: id, run: runNumber });

async function oneRun(bench: BenchTable): Promise<Table> {
  const [first, collection] = (await due(bench, 2)) as [Collection, Collection];
  await run(first);
  const measure = async (name: string): Promise<Row> => {
    const sentBefore = bench.outbox.list({ collection: collection.id }).length;
    const cost = await costOf(table.client, () => run(collection), HOLD_MS);
    const messages = bench.outbox.list({ collection: collection.id }).length - sentBefore;
    return { run: name, messages, trips: cost.trips, requests: cost.requests, rcu: cost.rcu, wcu: cost.wcu };
  };
  const rows = [await measure('sends a follow-up'), await measure('is run again: nothing to do')];
  clock.now = () => new Date(collection.expiresAt);
  rows.push(await measure('expires it'));
  const notes = [
    'Trips and requests to DynamoDB; a message is one request more to its channel. The relay makes the next schedule.',
    'wcu: transactions twice, their part of the index too, as DynamoDB Local counts. rcu: opt-outs that are not there, too.',
  ];
  return { title: 'Runs: the cost of one', notes, rows };
}

async function manyRuns(bench: BenchTable, runs: number): Promise<Table> {
  const collections = await due(bench, runs + WARM_UP);
  const warmUp = collections.splice(0, WARM_UP);
  await atOnce(warmUp, read);
  await atOnce(warmUp, run);
  const turns: { reads: Timed; sends: Timed }[] = [];
  for (let from = 0; from < runs; from += TURN) {
    const some = collections.slice(from, from + TURN);
    const reads = await timed(() => atOnce(some, read));
    turns.push({ reads, sends: await timed(() => atOnce(some, run)) });
  }
  expectOneEach(bench, collections);
  const each = (work: string, of: keyof (typeof turns)[number]): Row => {
    const sum = (value: (timed: Timed) => number): number => turns.reduce((total, turn) => total + value(turn[of]), 0);
    return {
      work,
      time: ratio(median(turns.map((turn) => turn[of].ms / turn.reads.ms)), 1),
      requests: sum(({ cost }) => cost.requests) / runs,
      rcu: sum(({ cost }) => cost.rcu) / runs,
      wcu: sum(({ cost }) => cost.wcu) / runs,
      refused: sum(({ cost }) => cost.refused),
      'per second here': Math.round((runs * 1000) / sum(({ ms }) => ms)),
    };
  };
  const notes = [
    `"time" is the median of turns of ${TURN} reads, then ${TURN} runs. Each collection was sent exactly one message.`,
    'Functions, fakes of the channels and DynamoDB share the machine.',
  ];
  const title = `Runs: ${runs} collections due in the same minute, ${AT_ONCE} at once; each send over a plain GetItem`;
  return { title, notes, rows: [each('GetItem', 'reads'), each('run that sends', 'sends')] };
}

function expectOneEach({ outbox }: BenchTable, collections: readonly Collection[]): void {
  const sent = Map.groupBy(outbox.list(), ({ collectionId }) => collectionId);
  const wrong = collections.filter(({ id }) => sent.get(id)?.length !== 1);
  if (wrong.length > 0) throw new Error(`${wrong.length} collections were not sent exactly one message`);
}

const read = ({ ref }: Collection): Promise<unknown> => {
  const Key = collectionKey(ref.account, ref.hash);
  return table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
};

async function atOnce<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const takeAll = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeAll));
}

type Timed = { ms: number; cost: Cost };

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const from = performance.now();
  const cost = await costOf(table.client, work);
  return { ms: performance.now() - from, cost };
}

type Place = { others: number; tableName: string; collections: Collection[]; ms: number[] };

async function amongOthers(many: number): Promise<Table> {
  const refs: Place[] = [];
  for (const others of [FEW, many]) {
    const bench = await addBenchTable(`with-${others}`);
    const collections = await due(bench, WARM_UP + ROUNDS + 1, others);
    refs.push({ others, tableName: bench.tableName, collections, ms: [] });
  }
  // Both tables alternate, so that other load on the machine affects both equally.
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const ref of refs) {
      const { ms } = await nextRunInput(ref);
      if (round >= 0) ref.ms.push(ms);
    }
  }
  const one = median(refs[0]?.ms ?? []);
  const rows: Row[] = [];
  for (const ref of refs) {
    const { trips, requests, rcu, wcu } = (await nextRunInput(ref, HOLD_MS)).cost;
    rows.push({ 'other collections': ref.others, time: ratio(median(ref.ms), one), trips, requests, rcu, wcu });
  }
  const notes = [`All of them wait in the index of what is due. "time" is the median of ${ROUNDS}, taken in turn.`];
  return { title: 'Runs: one that sends, by the number of other collections in the table', notes, rows };
}

async function nextRunInput({ tableName, collections }: Place, holdMs = 0): Promise<Timed> {
  table.name = tableName;
  const collection = collections.pop() as Collection;
  const from = performance.now();
  const cost = await costOf(table.client, () => run(collection), holdMs);
  return { ms: performance.now() - from, cost };
}
