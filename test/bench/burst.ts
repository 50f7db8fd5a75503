/** Many collections due in one minute: what they take through the queue and all at once, and what the API's callers notice. */

import { setTimeout as sleep } from 'node:timers/promises';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import type { QueuedRun } from '#infra/local/fakes/runs-queue.ts';
import { clock } from '#lib/clock.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { queueRuns } from '#lib/schedule/runs-queue.ts';
import { MAX_BATCH } from '#lib/schedule/sqs.ts';
import { table } from '#lib/store/table/live-table.ts';

import { runCollection } from '#test/support/run-collection.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import type { BenchTable } from './bench-table.ts';
import { commonRun, seedDue } from './due-collections.ts';
import { quantile, ratio } from './median.ts';
import type { Row, Table } from './report.ts';

/** The default of `maxConcurrentRuns`. */
const THROUGH_THE_QUEUE = 10;
/** What Lambda starts when nothing holds it back: as many as the account allows, and here more than one process bears. */
const ALL_AT_ONCE = 200;
/** Enough to show what they do to each other. */
const MAX_ALL_AT_ONCE = 1_000;
/** As often as the queue offers a run before it is a dead letter. */
const MAX_RECEIVES = 5;
const IDLE_CALLS = 100;
const PAUSE_MS = 5;

export async function burst(bench: BenchTable, runs: number): Promise<Table[]> {
  const before = { now: clock.now, table: table.name };
  table.name = bench.tableName;
  try {
    const shop = await openBenchAccount();
    const [probe] = (await seedDue(bench, shop.account, 1)) as [Collection];
    clock.now = () => commonRun([probe]);
    const idle = await callUntil(shop, probe, (calls) => calls >= IDLE_CALLS);
    const rows = [rowOf('none', { idle, calls: idle })];
    const parts = { bench, shop, probe, idle };
    rows.push(await measure(parts, runs, THROUGH_THE_QUEUE));
    rows.push(await measure(parts, Math.min(runs, MAX_ALL_AT_ONCE), ALL_AT_ONCE));
    const notes = [
      'Each is queued by SendMessageBatch to the fake of SQS. "sent" got exactly one message; a failed run comes again, and',
      'what has failed five times is "left" on the queue, as dead letters would be.',
      'A caller gets one collection again and again; its times are over those of an idle service. All share one process here;',
      'on AWS each run has its own, so there the number at once decides what is left of the account for the API.',
    ];
    return [{ title: `Burst: ${runs} collections due in one minute`, notes, rows }];
  } finally {
    clock.now = before.now;
    table.name = before.table;
  }
}

type Parts = { bench: BenchTable; shop: BenchAccount; probe: Collection; idle: readonly number[] };

async function measure({ bench, shop, probe, idle }: Parts, runs: number, atOnce: number): Promise<Row> {
  const collections = await seedDue(bench, shop.account, runs);
  for (let from = 0; from < runs; from += MAX_BATCH)
    await queueRuns(
      collections.slice(from, from + MAX_BATCH).map(({ id, runNumber: run }) => ({ collection: id, run })),
    );
  const from = performance.now();
  let isOver = false;
  const calling = callUntil(shop, probe, () => isOver);
  const failures = await feed(bench, atOnce);
  isOver = true;
  const calls = await calling;
  const seconds = (performance.now() - from) / 1000;
  const messages = Map.groupBy(bench.outbox.list(), ({ collectionId }) => collectionId);
  const sent = collections.filter(({ id }) => messages.get(id)?.length === 1).length;
  const left = bench.queue.due(new Date()).length;
  return rowOf(String(atOnce), { idle, calls, runs, sent, failures, left, perSecond: runs / seconds });
}

/** Answers how many runs failed. Those come again after the others. */
async function feed({ queue }: BenchTable, atOnce: number): Promise<number> {
  let failures = 0;
  for (let receives = 0; receives < MAX_RECEIVES; receives += 1) {
    const left = queue.due(new Date()).values();
    const worker = async () => {
      for (const { id, body } of left as Iterable<QueuedRun>) {
        if (await succeeds(runCollection(JSON.parse(body)))) queue.remove(id);
        else failures += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }
  return failures;
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** The milliseconds of each call; of one that is refused, infinity. */
async function callUntil(
  shop: BenchAccount,
  { id }: Collection,
  isOver: (calls: number) => boolean,
): Promise<number[]> {
  const calls: number[] = [];
  while (!isOver(calls.length)) {
    const from = performance.now();
    const answered = await succeeds(shop.ask(getCollection, 200, { id }));
    calls.push(answered ? performance.now() - from : Number.POSITIVE_INFINITY);
    await sleep(PAUSE_MS);
  }
  return calls;
}

type Measured = { idle: readonly number[]; calls: readonly number[] } & Partial<Counted>;
type Counted = { runs: number; sent: number; failures: number; left: number; perSecond: number };

const rowOf = (atOnce: string, { idle, calls, ...counted }: Measured): Row => {
  const { runs = 0, sent = 0, failures = 0, left = 0, perSecond = 0 } = counted;
  return {
    'runs at once': atOnce,
    runs,
    sent,
    'failed tries': failures,
    left,
    'per second here': Math.round(perSecond),
    'calls refused': calls.filter((ms) => ms === Number.POSITIVE_INFINITY).length,
    'a call, median': ratio(quantile(calls, 0.5), quantile(idle, 0.5)),
    'a call, p99': ratio(quantile(calls, 0.99), quantile(idle, 0.99)),
  };
};
