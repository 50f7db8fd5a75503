/** Follow-ups from the create to the customer, on the real table; only AWS's channels and Scheduler are faked. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { followUp } from '#functions/scheduled/follow-up.ts';
import { relay as makeRelay } from '#functions/stream/relay.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { maskOptOutTokens } from '#lib/domain/links.ts';
import { createCollection } from '#lib/store/collection/collections.ts';
import { readListPage } from '#lib/store/list/read.ts';
import { table as liveTable } from '#lib/store/table/live-table.ts';
import { aCollection } from '#test/store/a-collection.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { type TestClock, useClock } from '#test/support/clock.ts';
import { type TestTable, useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { type StubScheduler, useScheduler } from '#test/support/scheduler.ts';
import { aCreatedCollection } from './created.ts';
import { followStream } from './relay/follow-stream.ts';

const relay = makeRelay(service);

/** Starts to read the stream from here on. */
type Chain = {
  /** Gives the stream's new records to the relay. */
  relayNew: () => Promise<void>;
  /** Runs everything that is scheduled or queued up to this instant, in order, and moves the clock there. */
  runUntil: (at: string | Date) => Promise<void>;
};

async function aChain(table: TestTable, scheduler: StubScheduler, clock: TestClock): Promise<Chain> {
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

const getCollection = makeGetCollection(service);
const getFollowUps = makeGetFollowUps(service);
const updateStatus = updateCollectionStatus(service);
const handler = followUp(service);

const table = useTable({ hasStream: true });
const logs = captureLogs();
keepLogsPrivate(logs);
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const scheduler = useScheduler();
const channels = useChannels();
systemClock.sleep = async () => {};

const call = (id: string) => ({ key: tenants.mine.key, id });
const planOf = async (id: string) => dataOf(await invoke(getFollowUps, call(id)), FollowUpPlanResponse);
const get = async (id: string) => dataOf(await invoke(getCollection, call(id)), CollectionResponse);
const setStatus = (id: string, status: string) =>
  invoke(updateStatus, { ...call(id), method: 'PATCH', body: { status } });
const typesOf = async (id: string) => (await get(id)).events.map(({ type }) => type);

async function followed(given: object = {}) {
  const chain = await aChain(table, scheduler, clock);
  const { id } = await aCreatedCollection(tenants.mine, given);
  return { id, ...chain, planned: await planOf(id) };
}

describe('a collection that is never paid', () => {
  it('a collection that is never paid is followed up exactly as its plan says, text by text, and then expires', async () => {
    const { id, runUntil, planned } = await followed();
    await runUntil('2026-03-04T00:00:00.000Z');
    expect(channels.messages().map(({ channel, collection }) => [channel, collection])).toEqual(
      planned.slots.map(({ channel }) => [channel, id]),
    );
    for (const [index, { channel, text }] of channels.messages().entries()) {
      if (channel !== 'whatsapp') expect(maskOptOutTokens(text)).toBe(planned.slots[index]?.text);
    }
    const { slots } = await planOf(id);
    expect(slots).toEqual(
      planned.slots.map((slot) => ({ ...slot, status: 'sent', sentAt: slot.dueAt, channelsTried: [slot.channel] })),
    );
    expect((await get(id)).status).toBe('expired');
    expect(await typesOf(id)).toEqual([
      'collection.created',
      ...planned.slots.map(() => 'followup.sent'),
      'collection.expired',
    ]);
  });

  it('a collection of a test account is followed up as its plan says, and no message goes to anybody', async () => {
    process.env['TEST_ACCOUNTS_SEND'] = 'false';
    onTestFinished(() => {
      process.env['TEST_ACCOUNTS_SEND'] = 'true';
    });
    const { id, runUntil, planned } = await followed();
    await runUntil('2026-03-04T00:00:00.000Z');
    expect(channels.messages()).toEqual([]);
    const { slots } = await planOf(id);
    expect(slots.map(({ status, sentBy, text }) => ({ status, sentBy, text }))).toEqual(
      planned.slots.map(({ text }) => ({ status: 'sent', sentBy: 'test', text })),
    );
  });

  it('a collection gets at most one message per slot, however often each run comes', async () => {
    const { id, runUntil, planned } = await followed();
    const [first] = planned.slots;
    await runUntil(first?.dueAt ?? '');
    for (const run of [1, 1, 2, undefined])
      await runCollection(run === undefined ? { collection: id } : { collection: id, run });
    await Promise.all(Array.from({ length: 10 }, () => runCollection({ collection: id })));
    expect(channels.messages()).toHaveLength(1);
  });
});

describe('a collection that becomes final', () => {
  it.each(['completed', 'cancelled', 'expired'])(
    'a collection that becomes %s gets no more messages, and its plan says why',
    async (status) => {
      const { id, runUntil, planned } = await followed();
      await runUntil(planned.slots[0]?.dueAt ?? '');
      clock.advance(1);
      await setStatus(id, status);
      await runUntil('2026-03-04T00:00:00.000Z');
      expect(channels.messages()).toHaveLength(1);
      const { slots } = await planOf(id);
      expect(slots.map((slot) => [slot.status, slot.skipReason])).toEqual([
        ['sent', undefined],
        ...planned.slots.slice(1).map(() => ['skipped', status]),
      ]);
      expect(await typesOf(id)).toEqual([
        'collection.created',
        'followup.sent',
        `collection.${status}`,
        'followup.stopped',
      ]);
    },
  );
});

it('of a batch only the runs that fail come again, and the log has only the names of their errors', async () => {
  const unknown = `pay_${tenants.mine.account.id}${'0'.repeat(25)}`;
  const bodies = ['{"collection":"nonsense"}', JSON.stringify({ collection: unknown }), 'Ada', '{}'];
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
  const failed = ['0', '2', '3'].map((itemIdentifier) => ({ itemIdentifier }));
  expect(await handler({ Records: Records as never })).toEqual({ batchItemFailures: failed });
  const lines = logs.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'run_failed');
  expect(lines.toSorted((one, other) => Number(one.messageId) - Number(other.messageId))).toMatchObject([
    { level: 'ERROR', messageId: '0', run_failed: 1 },
    { messageId: '2', error: 'SyntaxError' },
    { messageId: '3' },
  ]);
});

it('a run with a malformed id fails, and a run of a collection that does not exist does nothing', async () => {
  await expect(runCollection({ collection: 'nonsense' })).rejects.toThrow();
  await runCollection({ collection: `pay_${tenants.mine.account.id}${'0'.repeat(25)}`, run: 1 });
  expect(logs.events()).toEqual(['run_failed', 'followup_nothing']);
});

it('a run logs its outcome and its lag, with ids only', async () => {
  const { id, planned } = await followed();
  logs.lines.length = 0;
  clock.now = new Date(Date.parse(planned.slots[0]?.dueAt ?? '') + 1_500);
  await runCollection({ collection: id, run: 1 });
  expect(logs.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'INFO', event: 'followup_sent', collection: id, run: 1, followup_sent: 1, run_lag_seconds: 1.5 },
  ]);
});

describe('a run', () => {
  it('a run lists a collection that its create and the relay failed to list', async () => {
    const { account } = tenants.other;
    const collection = aCollection({ account: account.id, reference: 'unlisted' });
    await createCollection(liveTable, collection, { nonce: 'n', startSegment: 0 });
    for (let run = 0; run < 2; run += 1) await runCollection({ collection: collection.id });
    expect(await readListPage(liveTable, account.id, 1, 10)).toEqual({ count: 1, hashes: [collection.ref.hash] });
  });
});
