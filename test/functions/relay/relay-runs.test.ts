/** The relay makes the schedule of every run that a record has set, and no other schedule. */
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/stream/relay.ts';
import { clock } from '#lib/clock.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { saveStatus, setNextRun } from '#lib/store/collection-state.ts';
import { createCollection } from '#lib/store/collections.ts';
import { aCollection } from '#test/store/a-collection.ts';
import { aSession } from '#test/support/a-payment.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { readStream } from './read-stream.ts';
import { relaying } from './relaying.ts';

const { client, endpoint, tableName } = useTable({ hasStream: true });
const scheduler = useScheduler();
const logs = captureLogs();
useClock(new Date('2026-03-01T09:00:00.000Z'));
clock.sleep = async () => {};

const NOTHING_FAILED = { batchItemFailures: [] };

/** The records that `work` adds to the table's own stream. */
async function recordsOf(work: () => Promise<unknown>): Promise<DynamoDBRecord[]> {
  const before = (await readStream(endpoint, client, tableName)).length;
  await work();
  return (await readStream(endpoint, client, tableName)).slice(before);
}

const recorded = (collection: Collection) => createCollection(collection, { nonce: 'n', startSegment: 0 });
const aLoadedCollection = (nextRunAt = '2026-03-01T10:00:00.000Z') => aCollection({ nextRunAt });

describe('the relay', () => {
  it('the relay schedules a new collection’s run under its id and number, with ids only', async () => {
    const collection = aLoadedCollection();
    expect(await handler({ Records: await recordsOf(() => recorded(collection)) })).toEqual(NOTHING_FAILED);
    const input = { collection: collection.id, run: 1 };
    expect(scheduler.runs()).toEqual([{ name: `${collection.id}-1`, at: '2026-03-01T10:00:00.000Z', input }]);
  });

  it('the relay makes one schedule per run, and asks for the same name when a record comes again', async () => {
    const collection = aLoadedCollection();
    const records = await recordsOf(async () => {
      await recorded(collection);
      await setNextRun(collection.ref, 1, '2026-03-01T11:00:00.000Z');
    });
    for (const Records of [records, records]) await handler({ Records });
    const names = scheduler.runs().map(({ name }) => name);
    expect(names.toSorted()).toEqual([1, 1, 2, 2].map((number) => `${collection.id}-${number}`));
  });

  it.each([
    ['is past', '2026-03-01T08:00:00.000Z'],
    ['is due now', '2026-03-01T09:00:00.000Z'],
    ['is due in less than a minute', '2026-03-01T09:00:59.999Z'],
  ])(
    'the relay schedules a run that %s for a minute from now, because Scheduler refuses an instant in the past',
    async (_when, nextRunAt) => {
      await handler({ Records: await recordsOf(() => recorded(aLoadedCollection(nextRunAt))) });
      expect(scheduler.runs()[0]?.at).toBe('2026-03-01T09:01:00.000Z');
    },
  );

  it('the relay makes no schedule for a change that sets no run', async () => {
    const [ended, marked, silent] = [aLoadedCollection(), aLoadedCollection(), aCollection()];
    for (const collection of [ended, marked]) await recorded(collection);
    const updatedAt = ended.expiresAt;
    const records = await recordsOf(async () => {
      await saveStatus(ended.ref, { from: ['pending'], to: 'cancelled', updatedAt, events: [] });
      await saveStatus(marked.ref, { from: ['pending'], to: 'overdue', updatedAt, events: [] });
      await recorded(silent);
    });
    expect(await handler({ Records: records })).toEqual(NOTHING_FAILED);
    expect(scheduler.runs()).toEqual([]);
  });

  it('the relay makes the schedule that the overdue mark sets', async () => {
    const collection = aLoadedCollection();
    await recorded(collection);
    const change = { from: ['pending'], to: 'overdue', updatedAt: collection.expiresAt, events: [] } as const;
    const run = { after: 1, at: collection.expiresAt };
    await handler({ Records: await recordsOf(() => saveStatus(collection.ref, { ...change, run })) });
    expect(scheduler.runs()).toMatchObject([{ name: `${collection.id}-2`, at: collection.expiresAt }]);
  });

  it('the relay accepts that a schedule’s name is taken', async () => {
    scheduler.reply({ status: 409, headers: { 'x-amzn-errortype': 'ConflictException' }, body: { Message: 'there' } });
    expect(await handler({ Records: await recordsOf(() => recorded(aLoadedCollection())) })).toEqual(NOTHING_FAILED);
  });

  it.each([
    [429, 'ThrottlingException'],
    [500, 'InternalServerException'],
  ] as const)(
    'a record comes again when Scheduler answers %i %s, and the log has only the error’s name',
    async (...no) => {
      const [status, name] = no;
      scheduler.reply({ status, headers: { 'x-amzn-errortype': name }, body: { Message: 'about Ada' } });
      const records = await recordsOf(() => recorded(aLoadedCollection()));
      const itemIdentifier = records[0]?.dynamodb?.SequenceNumber;
      expect(await handler({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier }] });
      const failed = logs.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'relay_failed');
      expect(failed).toMatchObject([{ error: name, sequenceNumber: itemIdentifier }]);
      expect(logs.lines.join()).not.toContain('Ada');
    },
  );
});

describe('runs that the relay invokes at once', () => {
  const invoked: unknown[] = [];
  const listening = relaying({
    invokeFollowUp: async (collection, input) => void invoked.push({ collection, ...input }),
  });
  const told = async (work: () => Promise<unknown>) => {
    invoked.length = 0;
    expect(await listening({ Records: await recordsOf(work) })).toEqual(NOTHING_FAILED);
    return { invoked, runs: scheduler.runs().map(({ name, at }) => [name, at]) };
  };
  const ended = async (checkAt: string) => {
    const collection = aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z', sessions: [aSession()] });
    await recorded(collection);
    const updatedAt = collection.expiresAt;
    const change = { from: ['pending'], to: 'cancelled', updatedAt, events: [], checkAt } as const;
    return { collection, ...(await told(() => saveStatus(collection.ref, change))) };
  };

  it('the relay has providers asked about a new collection whose reference names a transaction, once', async () => {
    const collection = { ...aLoadedCollection(), referenceProvider: 'paystack' };
    const { invoked, runs } = await told(() => recorded(collection));
    expect(invoked).toEqual([{ collection: collection.id, asks: true }]);
    expect(runs).toEqual([[`${collection.id}-1`, '2026-03-01T10:00:00.000Z']]);
    expect((await told(() => setNextRun(collection.ref, 1, '2026-03-01T11:00:00.000Z'))).invoked).toEqual([]);
  });

  it('the relay invokes nothing for a new collection whose reference names none', async () => {
    expect((await told(() => recorded(aLoadedCollection()))).invoked).toEqual([]);
  });

  it('the relay has what an ended collection left open closed at once, without a schedule', async () => {
    const { collection, invoked, runs } = await ended('2026-03-01T09:00:00.000Z');
    expect(invoked).toEqual([{ collection: collection.id, run: 2 }]);
    expect(runs).toEqual([]);
  });

  it('the relay schedules the later checks of an ended collection', async () => {
    const { collection, invoked, runs } = await ended('2026-03-01T09:05:00.000Z');
    expect([invoked, runs]).toEqual([[], [[`${collection.id}-2`, '2026-03-01T09:05:00.000Z']]]);
  });

  it('a record whose run cannot be invoked comes again', async () => {
    const busy = relaying({ invokeFollowUp: () => Promise.reject(new Error('busy')) });
    const Records = await recordsOf(() => recorded({ ...aLoadedCollection(), referenceProvider: 'paystack' }));
    expect((await busy({ Records })).batchItemFailures).toHaveLength(1);
  });
});
