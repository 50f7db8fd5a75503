/** The drill of a restore: the table is copied at T, the service runs on to N, the copy is adopted behind the fence, and all goes on. */

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { clock as systemClock } from '#lib/clock.ts';
import { table as used } from '#lib/store/table/live-table.ts';

import { allowQueues } from '#test/store/allow-queues.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { type Drill, N, T, useDrills } from './a-drill.ts';
import type { Merchant } from './a-merchant.ts';
import { aService } from './a-world.ts';

const table = useTable();
allowQueues();
keepLogsPrivate(captureLogs());
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const aDrill = useDrills({ table, scheduler: useScheduler(), channels: useChannels(), clock });
beforeEach(() => {
  systemClock.sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20)));
});

/** The service on the copy, from here on. */
async function adopt({ copy, parts, pending }: Drill) {
  used.name = copy;
  return (await aService(copy, parts, pending)).service;
}

function skipUntil(instant: string): void {
  process.env['NOTHING_DUE_BEFORE'] = instant;
  onTestFinished(() => {
    delete process.env['NOTHING_DUE_BEFORE'];
  });
}

async function listedBy(merchant: Merchant): Promise<string[]> {
  const listed: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await merchant.list(page)).body as { data: { id: string }[]; meta: { count: number } };
    listed.push(...data.map(({ id }) => id));
    if (data.length > 0) continue;
    expect(meta.count).toBe(listed.length);
    return listed;
  }
}

/** Every event is told once, by one id, and the numbers of a collection have no gaps. */
async function expectToldOnce(merchant: Merchant, ids: readonly string[]): Promise<void> {
  const told = await merchant.events();
  for (const id of ids) {
    const own = told.filter(({ data }) => data.collection.id === id);
    expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, index) => index + 1));
    expect(own.map((event) => event.id)).toEqual([...new Set(own.map((event) => event.id))]);
    const nameOf = (event: { id: string; type: string }) => `${event.type} ${event.id}`;
    const shown = (await merchant.collection(id)).events.map(nameOf);
    expect(own.map(nameOf).toSorted()).toEqual(shown.toSorted());
  }
}

describe('a restore without the old table', () => {
  it('nothing that was due before the fence is sent; what comes after it is, and everything agrees with itself', async () => {
    const drill = await aDrill();
    const { merchant, id } = drill;
    skipUntil(N);
    const service = await adopt(drill);
    const sent = drill.messages().length;
    await service.runAllAgain();
    expect(drill.messages()).toHaveLength(sent);
    await service.runUntil('2026-03-02T11:40:00.000Z');
    const kept = drill.all.slice(0, -2);
    for (const each of kept) {
      const { slots } = await merchant.planOf(each);
      const between = slots.filter(({ dueAt }) => dueAt > T && dueAt < N);
      expect(between.map(({ status, skipReason }) => skipReason ?? status)).toEqual(between.map(() => 'restored'));
    }
    const { slots } = await merchant.planOf(id('partly'));
    expect(slots.find(({ dueAt }) => dueAt === '2026-03-02T11:00:00.000Z')?.status).toBe('sent');
    expect(await listedBy(merchant)).toHaveLength(kept.length);
    await merchant.pay(id('paid'), 45_000, 'whole');
    expect((await merchant.collection(id('paid'))).status).toBe('completed');
    await service.runUntil('2026-03-02T12:40:00.000Z');
    expect((await merchant.collection(id('followed'))).status).toBe('expired');
    await service.relayNew();
    await expectToldOnce(merchant, kept);
    expect((await merchant.create()).id).toBeDefined();
  });
});
