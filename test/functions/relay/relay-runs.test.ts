/** The relay schedules or queues every run that a record has set, and no other. */
import { describe, expect, it } from 'vitest';
import { relay } from '#functions/stream/relay.ts';
import { clock } from '#lib/clock.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { createCollection } from '#lib/store/collection/collections.ts';
import { saveStatus, setNextRun } from '#lib/store/collection/state.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCollection } from '#test/store/a-collection.ts';
import { aSession } from '#test/support/a-payment.ts';
import { service } from '#test/support/a-service.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { recordsIn, relaying } from './follow-stream.ts';

const handler = relay(service);

const recordsOf = recordsIn(useTable({ hasStream: true }));
const scheduler = useScheduler();
const logs = captureLogs();
useClock(new Date('2026-03-01T09:00:00.000Z'));
clock.sleep = async () => {};

const NOTHING_FAILED = { batchItemFailures: [] };

const recorded = (collection: Collection) => createCollection(table, collection, { nonce: 'n', startSegment: 0 });
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
      await setNextRun(table, collection.ref, 1, '2026-03-01T11:00:00.000Z');
    });
    for (const Records of [records, records]) await handler({ Records });
    const names = scheduler.runs().map(({ name }) => name);
    expect(names.toSorted()).toEqual([1, 1, 2, 2].map((number) => `${collection.id}-${number}`));
  });

  it.each([
    ['is past', '2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'],
    ['is due now', '2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z'],
    ['is due soon', '2026-03-01T09:00:00.001Z', '2026-03-01T09:00:01.000Z'],
    ['is due in a minute', '2026-03-01T09:01:00.000Z', '2026-03-01T09:01:00.000Z'],
  ])('the relay queues a run that %s, to be received when it is due, and makes no schedule', async (_, due, at) => {
    const collection = aLoadedCollection(due);
    expect(await handler({ Records: await recordsOf(() => recorded(collection)) })).toEqual(NOTHING_FAILED);
    const input = { collection: collection.id, run: 1 };
    expect(scheduler.queued()).toEqual([{ name: `${collection.id}-1`, at, input }]);
    expect(scheduler.runs()).toEqual([]);
  });

  it('the relay schedules a run that is due in more than a minute, which Scheduler takes', async () => {
    await handler({ Records: await recordsOf(() => recorded(aLoadedCollection('2026-03-01T09:01:00.001Z'))) });
    expect(scheduler.runs()[0]?.at).toBe('2026-03-01T09:01:01.000Z');
    expect(scheduler.queued()).toEqual([]);
  });

  it('the relay makes no schedule for a change that sets no run', async () => {
    const [ended, marked, silent] = [aLoadedCollection(), aLoadedCollection(), aCollection()];
    for (const collection of [ended, marked]) await recorded(collection);
    const updatedAt = ended.expiresAt;
    const records = await recordsOf(async () => {
      await saveStatus(table, ended.ref, { from: ['pending'], to: 'cancelled', updatedAt, events: [] });
      await saveStatus(table, marked.ref, { from: ['pending'], to: 'overdue', updatedAt, events: [] });
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
    await handler({ Records: await recordsOf(() => saveStatus(table, collection.ref, { ...change, run })) });
    expect(scheduler.runs()).toMatchObject([{ name: `${collection.id}-2`, at: collection.expiresAt }]);
  });

  it('the relay accepts that a schedule’s name is taken', async () => {
    scheduler.reply({ status: 409, headers: { 'x-amzn-errortype': 'ConflictException' }, body: { Message: 'there' } });
    expect(await handler({ Records: await recordsOf(() => recorded(aLoadedCollection())) })).toEqual(NOTHING_FAILED);
  });

  it.each([
    [402, 'ServiceQuotaExceededException'],
    [403, 'AccessDeniedException'],
    [404, 'ResourceNotFoundException'],
    [429, 'ThrottlingException'],
    [500, 'InternalServerException'],
  ] as const)(
    'a run that Scheduler refuses with %i %s is counted and left to the sweeper, and the stream goes on',
    async (status, name) => {
      scheduler.reply({ status, headers: { 'x-amzn-errortype': name }, body: { Message: 'about Ada' } });
      expect(await handler({ Records: await recordsOf(() => recorded(aLoadedCollection())) })).toEqual(NOTHING_FAILED);
      const failed = logs.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'run_not_scheduled');
      expect(failed).toMatchObject([{ level: 'ERROR', error: name, run_not_scheduled: 1 }]);
      expect(logs.lines.join()).not.toContain('Ada');
    },
  );
});

describe('runs that the relay queues at once', () => {
  const queued: unknown[] = [];
  const listening = relaying({
    queueRuns: async (runs, delaySeconds = 0) => {
      queued.push(...runs.map((run) => ({ ...run, delaySeconds })));
      return 0;
    },
  });
  const told = async (work: () => Promise<unknown>) => {
    queued.length = 0;
    expect(await listening({ Records: await recordsOf(work) })).toEqual(NOTHING_FAILED);
    return { queued, runs: scheduler.runs().map(({ name, at }) => [name, at]) };
  };
  const ended = async (checkAt: string) => {
    const collection = aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z', sessions: [aSession()] });
    await recorded(collection);
    const updatedAt = collection.expiresAt;
    const change = { from: ['pending'], to: 'cancelled', updatedAt, events: [], checkAt } as const;
    return { collection, ...(await told(() => saveStatus(table, collection.ref, change))) };
  };

  it('the relay has providers asked about a new collection whose reference names a transaction, once', async () => {
    const collection = { ...aLoadedCollection(), referenceProvider: 'paystack' };
    const { queued, runs } = await told(() => recorded(collection));
    expect(queued).toEqual([{ collection: collection.id, asks: true, delaySeconds: 0 }]);
    expect(runs).toEqual([[`${collection.id}-1`, '2026-03-01T10:00:00.000Z']]);
    expect((await told(() => setNextRun(table, collection.ref, 1, '2026-03-01T11:00:00.000Z'))).queued).toEqual([]);
  });

  it('the relay queues nothing for a new collection whose reference names none', async () => {
    expect((await told(() => recorded(aLoadedCollection()))).queued).toEqual([]);
  });

  it('the relay has what an ended collection left open closed at once, without a schedule', async () => {
    const { collection, queued, runs } = await ended('2026-03-01T09:00:00.000Z');
    expect(queued).toEqual([{ collection: collection.id, run: 2, delaySeconds: 0 }]);
    expect(runs).toEqual([]);
  });

  it('the relay schedules the later checks of an ended collection', async () => {
    const { collection, queued, runs } = await ended('2026-03-01T09:05:00.000Z');
    expect([queued, runs]).toEqual([[], [[`${collection.id}-2`, '2026-03-01T09:05:00.000Z']]]);
  });

  it.each([
    ['the queue fails', () => Promise.reject(new Error('busy'))],
    ['the queue refuses the run', () => Promise.resolve(1)],
  ])('a run is counted and left to the sweeper, and the stream goes on, when %s', async (_, queueRuns) => {
    const Records = await recordsOf(() => recorded(aLoadedCollection('2026-03-01T09:00:30.000Z')));
    expect(await relaying({ queueRuns })({ Records })).toEqual(NOTHING_FAILED);
    expect(logs.events()).toContain('run_not_scheduled');
  });
});
