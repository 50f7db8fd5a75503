/** What every drill of a restore begins with: the table is copied at T, and the service runs on to N. */
import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { aNewPerson } from '#test/functions/created.ts';
import type { StubChannels } from '#test/support/channels.ts';
import { aMerchant } from './a-merchant.ts';
import { aService, aTable, itemsOf, type Parts, Pending } from './a-world.ts';

export const T = '2026-03-02T09:40:00.000Z';
export const N = '2026-03-02T10:50:00.000Z';

type DrillParts = Parts & { channels: StubChannels };
type Phone = { phone: string };

/**
 * Serves all tests of a file: each call answers a drill at N with an old table and a copy of its own. The hours before N
 * cost the most and are the same for all, so they run only in the first test, and the others take over what they left.
 */
export function useDrills(parts: DrillParts) {
  const { table, scheduler, channels, clock } = parts;
  beforeEach(() => channels.reply(aNewIdEach));
  let hours: ReturnType<typeof runHours> | undefined;
  return async () => {
    hours ??= runHours(parts);
    const { old, copy, pending, sent, ...others } = await hours;
    const sentInHours = channels.messages().length;
    clock.now = new Date(N);
    return {
      ...others,
      old: await aTable(table, { hasStream: false, items: old }),
      copy: await aTable(table, { adopt: false, hasStream: false, items: copy }),
      pending: new Pending(scheduler, pending),
      /** All messages since the first hour. */
      messages: () => [...sent, ...channels.messages().slice(sentInHours)],
    };
  };
}

export type Drill = Awaited<ReturnType<ReturnType<typeof useDrills>>>;

/** The ids of the stub's own answers begin again with each test, and the tables already hold those of the first. */
const aNewIdEach = {
  status: 200,
  get body() {
    return { MessageId: randomUUID() };
  },
};

/** Runs to T, copies, and runs on to N: sends, money, opt-outs, keys, new customers, and what the merchant changes. */
async function runHours({ channels, ...parts }: DrillParts) {
  const { table, clock } = parts;
  const old = await aTable(table, { hasStream: false });
  const { service, pending } = await aService(old, parts);
  const merchant = await aMerchant();
  const [ada, stopping] = [aNewPerson(), aNewPerson()] as (object & Phone)[];
  const create = (given: object = {}) => merchant.create(given);
  const ids: Record<string, string> = {};
  const names = ['followed', 'shared', 'partly', 'paid', 'completed', 'stopped', 'paused', 'promised'];
  for (const name of names) {
    const contact = { followed: ada, shared: ada, stopped: stopping }[name];
    ids[name] = (await create(contact && { contact })).id;
  }
  const id = (name: string): string => ids[name] ?? '';
  await service.runUntil('2026-03-02T09:35:00.000Z');
  await merchant.pay(id('partly'), 10_000, 'before');
  await service.runUntil(T);
  const copy = await itemsOf(old);
  await service.runUntil('2026-03-02T09:50:00.000Z');
  await merchant.pay(id('partly'), 5_000, 'after');
  await merchant.pay(id('paid'), 45_000, 'whole');
  await merchant.complete(id('completed'));
  await merchant.stop(String(stopping?.phone));
  await merchant.revokeLeaked(clock.now);
  await merchant.pause(id('paused'));
  await merchant.promise(id('promised'), '2026-03-02T15:00:00.000Z');
  await merchant.addProvider('later');
  for (const name of ['new', 'newest']) ids[name] = (await create()).id;
  await service.runUntil('2026-03-02T10:40:00.000Z');
  await merchant.pay(id('newest'), 1_000, 'new');
  await service.runUntil(N);
  const all = Object.values(ids);
  return {
    old: await itemsOf(old),
    copy,
    merchant,
    /** All that the merchant could see of the old table. */
    seen: await merchant.see(all),
    id,
    pending,
    parts,
    sent: channels.messages(),
    all,
    stoppedPhone: String(stopping?.phone),
  };
}
