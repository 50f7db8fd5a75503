/** The chain of runs as in AWS: the table's stream, the relay, its schedules and the queue, and the follow-up function. */

import { relay as makeRelay } from '#functions/stream/relay.ts';
import { service } from '#test/support/a-service.ts';
import type { TestClock } from '#test/support/clock.ts';
import type { TestTable } from '#test/support/dynamodb.ts';
import { runCollection } from '#test/support/run-collection.ts';
import type { StubScheduler } from '#test/support/scheduler.ts';
import { followStream } from './relay/follow-stream.ts';

const relay = makeRelay(service);

/** Starts to read the stream from here on. */
export type Chain = {
  /** Gives the stream's new records to the relay. */
  relayNew: () => Promise<void>;
  /** Runs everything that is scheduled or queued up to this instant, in order, and moves the clock there. */
  runUntil: (at: string | Date) => Promise<void>;
};

export async function aChain(table: TestTable, scheduler: StubScheduler, clock: TestClock): Promise<Chain> {
  const newRecords = await followStream(table);
  const invoked = new Set<string>();
  const relayNew = async () => {
    const { batchItemFailures } = await relay({ Records: await newRecords() });
    if (batchItemFailures.length > 0) throw new Error('the relay failed');
  };
  const next = (until: string) =>
    [...scheduler.runs(), ...scheduler.queued()]
      .filter(({ name, at }) => at <= until && !invoked.has(name))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))[0];
  const runUntil = async (at: string | Date) => {
    const until = new Date(at).toISOString();
    await relayNew();
    for (let run = next(until); run !== undefined; run = next(until)) {
      invoked.add(run.name);
      clock.now = new Date(Math.max(clock.now.getTime(), Date.parse(run.at)));
      await runCollection(run.input);
      await relayNew();
    }
    clock.now = new Date(until);
  };
  return { relayNew, runUntil };
}
