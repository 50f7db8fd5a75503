/** A service that runs on one table and then on a copy of it: streams, schedules, queue and sweeper as in AWS. */
import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { sweep as makeSweep } from '#functions/scheduled/sweep.ts';
import { publishEvents } from '#functions/stream/publish-events.ts';
import { relay as makeRelay } from '#functions/stream/relay.ts';
import { createTable, STREAM } from '#infra/local/dynamodb/create-table.ts';
import type { Run } from '#lib/schedule/queues.ts';
import { table } from '#lib/store/table/live-table.ts';
import { followStream } from '#test/functions/relay/follow-stream.ts';
import { service } from '#test/support/a-service.ts';
import type { TestClock } from '#test/support/clock.ts';
import type { TestTable } from '#test/support/dynamodb.ts';
import { runCollection } from '#test/support/invoke.ts';
import type { StubScheduler } from '#test/support/scheduler.ts';

const sweep = makeSweep(service);
const publish = publishEvents(service);
const relay = makeRelay(service);

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
export const copyTable = async (from: string, to: string): Promise<void> => putAll(to, await itemsOf(from));

async function putAll(name: string, items: readonly Item[]): Promise<void> {
  const puts = items.map((Item) => ({ PutRequest: { Item } }));
  for (let next = 0; next < puts.length; next += BATCH) {
    const RequestItems = { [name]: puts.slice(next, next + BATCH) };
    const { UnprocessedItems = {} } = await table.client.send(new BatchWriteCommand({ RequestItems }));
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('a copy is not whole');
  }
}

type TableOptions = { adopt?: boolean; hasStream?: boolean; items?: readonly Item[] };

/** A table for one test, which the store uses until the test ends, or another one is adopted. */
export async function aTable({ client }: TestTable, options: TableOptions = {}): Promise<string> {
  const { adopt = true, hasStream = true, items = [] } = options;
  const name = `restore-${randomUUID()}`;
  const before = table.name;
  await createTable(client, name, { hasStream });
  if (adopt) table.name = name;
  onTestFinished(async () => {
    table.name = before;
    await client.send(new DeleteTableCommand({ TableName: name }));
  });
  await putAll(name, items);
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

export type Parts = { table: TestTable; scheduler: StubScheduler; clock: TestClock };

/** On a table without a stream, which it starts here. The schedules that are pending belong to all tables: `pending` is shared. */
export async function aService(name: string, { table: of, scheduler, clock }: Parts, pending = new Pending(scheduler)) {
  await of.client.send(new UpdateTableCommand({ TableName: name, StreamSpecification: STREAM }));
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
    for (let runs = pending.takeNext(until); runs[0] !== undefined; runs = pending.takeNext(until)) {
      clock.now = new Date(Math.max(clock.now.getTime(), Date.parse(runs[0].at)));
      for (const { input } of runs) await runCollection(input);
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
    for (const { input } of pending.everScheduled()) await runCollection(input);
    await runDue(clock.now.toISOString());
  };
  return { service: { relayNew, runUntil, runAllAgain } satisfies Service, pending };
}

type Due = { name: string; at: string; input: Run };

/** The schedules and the queue, as AWS keeps them: of two schedules of one name the first, until it has run. */
export class Pending {
  private readonly scheduler: StubScheduler;
  private readonly scheduled: Due[];
  private readonly waiting: Map<string, Due>;
  private seen: { runs: number; queued: number };

  /** With all of `before`, which it leaves as it is, and what the scheduler is asked for from here on. */
  constructor(scheduler: StubScheduler, before?: Pending) {
    this.scheduler = scheduler;
    this.scheduled = [...(before?.scheduled ?? [])];
    this.waiting = new Map(before?.waiting);
    this.seen = { runs: scheduler.runs().length, queued: scheduler.queued().length };
  }

  everScheduled(): Due[] {
    this.addNew();
    return [...this.scheduled];
  }

  /** The runs of the first instant at which something is due. */
  takeNext(until: string): Due[] {
    this.addNew();
    const first = [...this.waiting.values()].map(({ at }) => at).toSorted()[0];
    if (first === undefined || first > until) return [];
    const next = [...this.waiting].filter(([, { at }]) => at === first);
    for (const [name] of next) this.waiting.delete(name);
    return next.map(([, run]) => run);
  }

  private addNew(): void {
    const [runs, queued] = [this.scheduler.runs(), this.scheduler.queued()];
    const scheduled = runs.slice(this.seen.runs);
    this.scheduled.push(...scheduled);
    for (const run of scheduled) if (!this.waiting.has(run.name)) this.waiting.set(run.name, run);
    for (const run of queued.slice(this.seen.queued)) this.waiting.set(randomUUID(), run);
    this.seen = { runs: runs.length, queued: queued.length };
  }
}
