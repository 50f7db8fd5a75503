/** A service that runs on one table and then on a copy of it: streams, schedules, queue and sweeper as in AWS. */
import { randomUUID } from 'node:crypto';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { handler as sweep } from '#functions/scheduled/sweep.ts';
import { handler as publish } from '#functions/stream/publish-events.ts';
import { handler as relay } from '#functions/stream/relay.ts';
import { createTable } from '#infra/local/dynamodb/create-table.ts';
import type { Run } from '#lib/schedule/runs-queue.ts';
import { table } from '#lib/store/table.ts';
import { followStream } from '#test/functions/relay/follow-stream.ts';
import type { TestClock } from '#test/support/clock.ts';
import type { TestTable } from '#test/support/dynamodb.ts';
import { runCollection } from '#test/support/run-collection.ts';
import type { StubScheduler } from '#test/support/scheduler.ts';

type Item = Record<string, unknown>;

/** Every item of a table. */
export async function itemsOf(TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await table.client.send(new ScanCommand({ TableName, ExclusiveStartKey: from }));
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}

/** DynamoDB's maximum number of items in one request. */
const BATCH = 25;

/** A restore to this instant: the table as it is now, under another name. */
export async function copyTable(from: string, to: string): Promise<void> {
  const puts = (await itemsOf(from)).map((Item) => ({ PutRequest: { Item } }));
  for (let next = 0; next < puts.length; next += BATCH) {
    const RequestItems = { [to]: puts.slice(next, next + BATCH) };
    const { UnprocessedItems = {} } = await table.client.send(new BatchWriteCommand({ RequestItems }));
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('a copy is not whole');
  }
}

/** A table for one test, which the store uses until the test ends, or another one is adopted. */
export async function aTable({ client }: TestTable, { adopt = true } = {}): Promise<string> {
  const name = `restore-${randomUUID()}`;
  const before = table.name;
  await createTable(client, name, { hasStream: true });
  if (adopt) table.name = name;
  onTestFinished(async () => {
    table.name = before;
    await client.send(new DeleteTableCommand({ TableName: name }));
  });
  return name;
}

const SWEEP_MS = 30 * 60_000;

type Service = {
  /** Gives the stream's new records to both of its readers. */
  relayNew: () => Promise<void>;
  /** Runs all that is scheduled, queued or overdue up to this instant, and moves the clock there. */
  runUntil: (at: string) => Promise<void>;
  /** Every run that was ever scheduled, again: each may come late and more than once. */
  runAllAgain: () => Promise<void>;
};

type Parts = { table: TestTable; scheduler: StubScheduler; clock: TestClock };

/** On a table, from here on. The schedules that are pending belong to all tables: `pending` is shared. */
export async function aService(name: string, { table: of, scheduler, clock }: Parts, pending = new Pending(scheduler)) {
  const newRecords = await followStream({ ...of, tableName: name });
  const relayNew = async () => {
    for (let Records = await newRecords(); Records.length > 0; Records = await newRecords()) {
      const answers = [
        await relay({ Records }),
        await (publish as (event: object) => ReturnType<typeof relay>)({ Records }),
      ];
      if (answers.some(({ batchItemFailures }) => batchItemFailures.length > 0)) throw new Error('a record failed');
    }
  };
  const runDue = async (until: string) => {
    await relayNew();
    for (let run = pending.take(until); run !== undefined; run = pending.take(until)) {
      clock.now = new Date(Math.max(clock.now.getTime(), Date.parse(run.at)));
      await runCollection(run.input);
      await relayNew();
    }
  };
  const runUntil = async (at: string) => {
    while (clock.now < new Date(at)) {
      const step = new Date(Math.min(clock.now.getTime() + SWEEP_MS, Date.parse(at)));
      await runDue(step.toISOString());
      clock.now = step;
      await (sweep as () => Promise<unknown>)();
      await runDue(step.toISOString());
    }
  };
  const runAllAgain = async () => {
    for (const { input } of scheduler.runs()) await runCollection(input);
    await runDue(clock.now.toISOString());
  };
  return { service: { relayNew, runUntil, runAllAgain } satisfies Service, pending };
}

type Due = { name: string; at: string; input: Run };

/** The schedules and the queue, as AWS keeps them: of two schedules of one name the first, until it has run. */
class Pending {
  private readonly scheduler: StubScheduler;
  private readonly waiting = new Map<string, Due>();
  private seen = { runs: 0, queued: 0 };

  constructor(scheduler: StubScheduler) {
    this.scheduler = scheduler;
  }

  take(until: string): Due | undefined {
    const [runs, queued] = [this.scheduler.runs(), this.scheduler.queued()];
    for (const run of runs.slice(this.seen.runs)) if (!this.waiting.has(run.name)) this.waiting.set(run.name, run);
    for (const run of queued.slice(this.seen.queued)) this.waiting.set(randomUUID(), run);
    this.seen = { runs: runs.length, queued: queued.length };
    const due = [...this.waiting].filter(([, { at }]) => at <= until);
    const [first] = due.toSorted(([, a], [, b]) => (a.at < b.at ? -1 : 1));
    if (first) this.waiting.delete(first[0]);
    return first?.[1];
  }
}
