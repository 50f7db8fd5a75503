/** Adds up what the steps of a life cost, and shows each change of the table to the functions that read its stream. */
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { handler as publishEvents } from '#functions/stream/publish-events.ts';
import { handler as relay } from '#functions/stream/relay.ts';
import { handler as deliver } from '#functions/webhooks/deliver.ts';
import { PUBLISHER, RELAY } from '#infra/local/stream/open-stream-relay.ts';
import type { StreamRecord } from '#infra/local/stream/stream-reader.ts';
import { output } from '#lib/log.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { BenchTable } from '#test/bench/bench-table.ts';
import { type Cost, costOf, type Elsewhere } from '#test/bench/count-calls.ts';
import { type Demands, watchReads } from './watch-partitions.ts';
import { type WatchedWrites, watchWrites } from './watch-writes.ts';

type Services = {
  schedules: number;
  queueSends: number;
  logLines: number;
  logBytes: number;
};

type Counted = 'schedules' | 'queueSends';
const CLIENTS: readonly [Counted, { send: unknown }][] = [
  ['schedules', SchedulerClient.prototype],
  ['queueSends', SQSClient.prototype],
];

type Send = (this: unknown, ...asked: unknown[]) => unknown;

async function countServices(work: () => Promise<unknown>): Promise<Services> {
  const counted: Services = { schedules: 0, queueSends: 0, logLines: 0, logBytes: 0 };
  const { write } = output;
  output.write = (line) => {
    counted.logLines += 1;
    counted.logBytes += Buffer.byteLength(line) + 1;
  };
  const before = CLIENTS.map(([name, client]) => {
    const send = client.send as Send;
    client.send = function (this: unknown, ...asked: unknown[]) {
      counted[name] += 1;
      return send.apply(this, asked);
    };
    return () => Object.assign(client, { send });
  });
  try {
    await work();
    return counted;
  } finally {
    output.write = write;
    for (const restore of before) restore();
  }
}

/** `wcu`: as AWS counts. `times`: how often the step was taken; the rest is their sum. */
export type Step = Pick<Cost, 'requests' | 'rcu'> &
  Services & {
    name: string;
    fn: string;
    times: number;
    trips: number;
    /** Of all times together, where `trips` is the most of one. */
    tripsInAll: number;
    /** For a payment provider, a channel or a receiver of webhooks. */
    waits: number;
    wcu: number;
    wcuIndexInTransaction: number;
  };

/** The functions that a life invokes, by the names of their files. */
type Fn = 'relay' | 'publish-events' | 'deliver' | (string & {});

/** `beforeEach`: what the account does beside the life, unwatched. */
type Watched = { bench: BenchTable; provider: Elsewhere; beforeEach: () => Promise<void> };

export type Ledger = {
  steps: Step[];
  /** What was written, by kind of item. */
  writes: Map<string, { times: number; wcu: number }>;
  demands: Demands;
  /** Takes a step, then lets the stream's functions and the webhooks follow. */
  take(name: string, fn: Fn, work: () => Promise<unknown>): Promise<void>;
};

export function openLedger(watched: Watched): Ledger {
  const ledger: Ledger = {
    steps: [],
    writes: new Map(),
    demands: new Map(),
    take: async (name, fn, work) => {
      let records = await measure(ledger, watched, { name, fn }, work);
      while (records.length > 0) records = await follow(ledger, watched, name, records);
    },
  };
  return ledger;
}

type Named = { name: string; fn: Fn };

async function measure(
  ledger: Ledger,
  { bench, provider, beforeEach }: Watched,
  { name, fn }: Named,
  work: () => Promise<unknown>,
): Promise<StreamRecord[]> {
  await beforeEach();
  let cost: Cost | undefined;
  let written: WatchedWrites | undefined;
  const sent = bench.outbox.list({}).length;
  const services = await countServices(async () => {
    written = await watchWrites(bench.documents, ledger.demands, async () => {
      cost = await costOf(table.client, () => watchReads(table.client, ledger.demands, work), 0, [provider]);
    });
  });
  if (cost === undefined || written === undefined) throw new Error('nothing was measured');
  const { requests, rcu, trips, elsewhere } = cost;
  const sum = (of: (units: WatchedWrites['writes'][number]) => number) =>
    written?.writes.reduce((total, units) => total + of(units), 0) ?? 0;
  const wcu = sum(({ table: base, index }) => base + index);
  const wcuIndexInTransaction = sum(({ indexInTransaction }) => indexInTransaction);
  addTo(ledger, {
    name,
    fn,
    times: 1,
    requests,
    rcu,
    trips,
    tripsInAll: trips,
    waits: elsewhere + (bench.outbox.list({}).length - sent) + (fn === 'deliver' ? 1 : 0),
    wcu,
    wcuIndexInTransaction,
    ...services,
  });
  for (const { item, table: base, index } of written.writes) {
    const kind = ledger.writes.get(item) ?? { times: 0, wcu: 0 };
    ledger.writes.set(item, { times: kind.times + 1, wcu: kind.wcu + base + index });
  }
  return written.records;
}

function addTo({ steps }: Ledger, step: Step): void {
  const known = steps.find(({ name, fn }) => name === step.name && fn === step.fn);
  if (known === undefined) return void steps.push(step);
  for (const [key, value] of Object.entries(step)) {
    if (typeof value === 'number' && key !== 'trips') Object.assign(known, { [key]: known[key as 'times'] + value });
  }
  known.trips = Math.max(known.trips, step.trips);
}

/** One invocation for all records of a step, as they arrive within one window. */
async function follow(
  ledger: Ledger,
  watched: Watched,
  name: string,
  records: StreamRecord[],
): Promise<StreamRecord[]> {
  const written: StreamRecord[] = [];
  const invoke = async (fn: Fn, work: () => Promise<unknown>) =>
    written.push(...(await measure(ledger, watched, { name, fn }, work)));
  const [forRelay, forPublisher] = [RELAY, PUBLISHER].map((consumer) => records.filter(consumer.isWanted));
  if (forRelay?.length) await invoke('relay', () => accept(relay({ Records: forRelay } as never)));
  if (forPublisher?.length)
    await invoke('publish-events', () => accept(publishEvents({ Records: forPublisher } as never)));
  for (const { id, body } of watched.bench.webhooks.due(new Date(8.64e15))) {
    watched.bench.webhooks.remove(id);
    await invoke('deliver', () => accept(deliver({ Records: [{ messageId: id, body }] } as never)));
  }
  return written;
}

type Answered = { batchItemFailures: readonly object[] } | undefined;

async function accept(answer: Promise<Answered>): Promise<void> {
  const { batchItemFailures = [] } = (await answer) ?? {};
  if (batchItemFailures.length > 0) throw new Error('a function refused its records');
}
