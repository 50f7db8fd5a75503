/** The drill of a restore: the table is copied at T, the service runs on to N, the copy is adopted and joined, and all goes on. */

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { clock as systemClock } from '#lib/clock.ts';
import { restored } from '#lib/restored.ts';
import { retention } from '#lib/retention.ts';
import { FAMILIES } from '#lib/store/key-families.ts';
import { joinSince } from '#lib/store/restore/join-since.ts';
import { table as used } from '#lib/store/table/live-table.ts';
import { unpackText } from '#lib/store/table/read-item.ts';

import { allowQueues } from '#test/store/allow-queues.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { type Drill, N, T, useDrills } from './a-drill.ts';
import type { Merchant } from './a-merchant.ts';
import { aService, itemsOf, usedAtOnce } from './a-world.ts';

const table = useTable();
allowQueues();
keepLogsPrivate(captureLogs());
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const aDrill = useDrills({ table, scheduler: useScheduler(), channels: useChannels(), clock });
beforeEach(() => {
  systemClock.sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 20)));
});

const merge = (from: string, families: readonly (typeof FAMILIES)[number][] = FAMILIES, progress = () => {}) =>
  joinSince(used, {
    from,
    instants: usedAtOnce(new Date(T)),
    families: new Set(families),
    now: () => clock.now,
    progress,
  });

/** The service on the copy, from here on. */
async function adopt({ copy, parts, pending }: Drill) {
  used.name = copy;
  return (await aService(copy, parts, pending)).service;
}

/** Each message belongs to a slot that says so, and no slot has two. */
async function expectEachSlotSentOnce({ merchant, messages }: Drill, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const sent = (await merchant.planOf(id)).slots.filter(({ status }) => status === 'sent');
    expect(messages().filter(({ collection }) => collection === id)).toHaveLength(sent.length);
  }
}

function skipUntil(instant: string): void {
  restored.nothingDueBefore = instant;
  onTestFinished(() => {
    restored.nothingDueBefore = undefined;
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

const sendsTo = ({ messages }: Drill, phone: string) => messages().filter(({ to }) => to === phone).length;

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

/** The bodies of told events that are deflated, by their keys. */
const deflatedOf = async (name: string): Promise<string[]> =>
  (await itemsOf(name))
    .filter(({ body }) => body instanceof Uint8Array)
    .map(({ pk, sk, body }) => `${pk} ${sk} ${unpackText(body)}`)
    .toSorted();

describe('a restore with the old table at hand', () => {
  it('after the merge the restored table answers everything as the old one did, and holds the same items', async () => {
    const drill = await aDrill();
    const told = await deflatedOf(drill.old);
    expect((await deflatedOf(drill.copy)).length).toBeLessThan(told.length);
    used.name = drill.copy;
    expect(await drill.merchant.statusWith(drill.merchant.leaked)).toBe(200);
    await merge(drill.old);
    expect(await deflatedOf(drill.copy)).toEqual(told);
    expect(await drill.merchant.see(drill.all)).toEqual(drill.seen);
    expect(await drill.merchant.statusWith(drill.merchant.leaked)).toBe(401);
    expect(await drill.merchant.statusWith(drill.merchant.tenant.key)).toBe(200);
    const sorted = async (name: string) => (await itemsOf(name)).map((item) => JSON.stringify(item)).toSorted();
    expect((await sorted(drill.copy)).length).toBe((await sorted(drill.old)).length);
  });

  it('the service goes on with the joined table: no slot is sent twice, no opt-out is forgotten, no event is told twice', async () => {
    const drill = await aDrill();
    const { merchant, all, stoppedPhone } = drill;
    const service = await adopt(drill);
    await merge(drill.old);
    const sent = drill.messages().length;
    const stopped = sendsTo(drill, stoppedPhone);
    await service.runAllAgain();
    expect(drill.messages()).toHaveLength(sent);
    await service.runUntil('2026-03-02T11:10:00.000Z');
    expect(drill.messages().length).toBeGreaterThan(sent);
    expect(sendsTo(drill, stoppedPhone)).toBe(stopped);
    await expectEachSlotSentOnce(drill, all);
    await merchant.pay(drill.id('partly'), 30_000, 'rest');
    await service.relayNew();
    expect((await merchant.collection(drill.id('partly'))).status).toBe('completed');
    await service.runUntil('2026-03-02T12:40:00.000Z');
    expect((await merchant.collection(drill.id('followed'))).status).toBe('expired');
    await service.relayNew();
    await expectToldOnce(merchant, all);
    expect((await merchant.list(1)).body).toMatchObject({ meta: { count: all.length } });
  });

  it('a merge that is interrupted is run again, and one that is complete changes nothing when it is repeated', async () => {
    const drill = await aDrill();
    used.name = drill.copy;
    let calls = 0;
    const interrupt = () => {
      calls += 1;
      if (calls === 4) throw new Error('interrupted');
    };
    await expect(merge(drill.old, FAMILIES, interrupt)).rejects.toThrow('interrupted');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await merge(drill.old);
    expect(await drill.merchant.see(drill.all)).toEqual(drill.seen);
    const nothing = { added: {}, changed: {}, listed: 0, orphaned: 0, failed: [] };
    expect(await merge(drill.old)).toEqual(nothing);
  });
});

describe('a restore that takes requests before it is merged', () => {
  it('what both tables have done is all there: sums, pages and states, and no slot is sent twice', async () => {
    const drill = await aDrill();
    const { merchant, id } = drill;
    skipUntil(N);
    const service = await adopt(drill);
    await service.runAllAgain();
    await service.runUntil('2026-03-02T11:10:00.000Z');
    const onlyHere = [(await merchant.create()).id, (await merchant.create()).id];
    await merchant.pay(id('partly'), 7_000, 'meanwhile');
    await merchant.pay(id('followed'), 20_000, 'here');
    await service.runUntil('2026-03-02T11:40:00.000Z');
    await merge(drill.old);
    const all = [...drill.all, ...onlyHere];
    expect((await merchant.collection(id('partly'))).balance.received.value).toBe(22_000);
    expect((await merchant.collection(id('newest'))).balance.received.value).toBe(1_000);
    for (const name of ['paid', 'completed']) expect((await merchant.collection(id(name))).status).toBe('completed');
    const listed = await listedBy(merchant);
    expect(listed.toSorted()).toEqual(all.toSorted());
    await service.runUntil('2026-03-02T12:10:00.000Z');
    await expectEachSlotSentOnce(drill, all);
    expect(await listedBy(merchant)).toEqual(listed);
    expect(await merge(drill.old)).toMatchObject({ added: {}, listed: 0, failed: [] });
  });

  it('money that only together is enough completes a collection', async () => {
    const drill = await aDrill();
    const { merchant, id } = drill;
    skipUntil(N);
    retention.days = 30;
    onTestFinished(() => {
      retention.days = undefined;
    });
    const service = await adopt(drill);
    await merchant.pay(id('partly'), 30_000, 'here');
    expect((await merchant.collection(id('partly'))).status).toBe('pending');
    await merge(drill.old);
    const joined = await merchant.collection(id('partly'));
    expect([joined.status, joined.balance.received.value]).toEqual(['completed', 45_000]);
    const sent = drill.messages().filter(({ collection }) => collection === id('partly')).length;
    await service.runUntil('2026-03-02T11:40:00.000Z');
    expect(drill.messages().filter(({ collection }) => collection === id('partly'))).toHaveLength(sent);
    // Its end had no run of its own: the service sets what follows one.
    const stored = (await itemsOf(drill.copy)).find(
      ({ pk, sk }) => sk === 'COLLECTION' && id('partly').endsWith(String(pk).split('#').at(-1) ?? 'none'),
    );
    expect(stored?.['due']).toMatch(/^DUEERASURE#/);
  });
});

describe('a restore where the old collections are spoilt', () => {
  it('keys, opt-outs, sent slots and payments alone make the restored collections true', async () => {
    const drill = await aDrill();
    const { merchant, id, stoppedPhone } = drill;
    skipUntil(N);
    const service = await adopt(drill);
    // What an earlier test was refused is remembered for some seconds, without a look at the table.
    clock.advance(1);
    expect(await merchant.statusWith(merchant.leaked)).toBe(200);
    const tally = await merge(drill.old, ['keys', 'opt-outs', 'attempts', 'payments', 'people', 'told']);
    expect(tally.orphaned).toBe(2);
    expect(await merchant.statusWith(merchant.leaked)).toBe(401);
    const paid = await merchant.collection(id('paid'));
    expect([paid.status, paid.balance.received.value]).toEqual(['completed', 45_000]);
    expect((await merchant.collection(id('partly'))).balance.received.value).toBe(15_000);
    const [sent, stopped] = [drill.messages().length, sendsTo(drill, stoppedPhone)];
    await service.runAllAgain();
    expect(drill.messages()).toHaveLength(sent);
    await service.runUntil('2026-03-02T11:40:00.000Z');
    expect(sendsTo(drill, stoppedPhone)).toBe(stopped);
    await expectEachSlotSentOnce(drill, drill.all.slice(0, -2));
  });
});

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
