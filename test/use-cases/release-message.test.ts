/**
 * What counts for a person: a message that a channel took or may have taken, and none that no channel took.
 * A channel's provider that refuses an address because the person has opted out there.
 */
import { expect, it } from 'vitest';
import type { Address, OptOutSource } from '#lib/domain/contact.ts';
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import { withSend } from '#lib/domain/person/person.ts';
import { optOutByProvider } from '#lib/use-cases/send-by-first-channel.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { invoke } from './invocation.ts';
import { advanceTo, aWorld, failSlot, planIn, rowOf, type World } from './world.ts';

const REFUSED: SendOutcome = { kind: 'refused', reason: 'not_allowed' };
const THROTTLED: SendOutcome = { kind: 'throttled' };
const AMBIGUOUS: SendOutcome = { kind: 'ambiguous', reason: 'no_answer' };
const HOUR = 3_600_000;

/** A collection whose first slot is due, of a person who got a message of another collection before. */
function aDueWorld(followUp: NonNullable<Parameters<typeof aWorld>[0]>['followUp'] = { cadence: 'every_1h' }): World {
  const world = aWorld({ followUp: { startAfter: 60, ...followUp } });
  const before = { at: world.now.getTime() - HOUR, channel: 'sms', hash: 'another' } as const;
  world.person = withSend(world.person, before);
  advanceTo(world, planIn(world).slots[0]?.dueAt ?? '');
  return world;
}

/** How many messages of this collection count for the person. */
const counted = (world: World): number =>
  world.person.sends.filter(({ hash }) => hash === rowOf(world).ref.hash).length;

async function nextRun(world: World): Promise<void> {
  advanceTo(world, rowOf(world).nextRunAt ?? '');
  await invoke(world);
}

it('a slot that every channel refused does not count for the person', async () => {
  const world = aDueWorld();
  world.answer = () => REFUSED;
  await invoke(world);
  expect(world.attempts.get(1)?.status).toBe('failed');
  expect([counted(world), world.person.sends.length]).toEqual([0, 1]);
});

it.each([
  ['a channel took', { kind: 'accepted', messageId: 'm-1' } as SendOutcome],
  ['may have been taken', AMBIGUOUS],
])('a message that %s counts', async (_what, outcome) => {
  const world = aDueWorld();
  world.answer = () => outcome;
  await invoke(world);
  expect(counted(world)).toBe(1);
});

it('a message counts by the channel that took it, from before that channel is asked', async () => {
  const world = aDueWorld();
  const asked: (string | undefined)[][] = [];
  const own = () => world.person.sends.findLast(({ hash }) => hash === rowOf(world).ref.hash)?.channel;
  world.answer = ({ message }) => {
    asked.push([message.channel, own()]);
    return message.channel === 'email' ? { kind: 'accepted', messageId: 'm-1' } : REFUSED;
  };
  await invoke(world);
  expect(asked).toEqual([
    ['whatsapp', 'whatsapp'],
    ['sms', 'sms'],
    ['email', 'email'],
  ]);
  expect(counted(world)).toBe(1);
});

it('a message that waits for a throttled channel counts until its slot is given up', async () => {
  const world = aDueWorld({ cadence: 'every_5m', channels: ['sms'] });
  world.answer = () => THROTTLED;
  await invoke(world);
  expect(counted(world)).toBe(1);
  for (let runs = 0; runs < 20 && world.attempts.get(1)?.status === 'deferred'; runs += 1) await nextRun(world);
  expect(world.attempts.get(1)).toMatchObject({ status: 'skipped', reason: 'channel_busy' });
  expect(counted(world)).toBe(0);
});

it('a throttled slot whose run came too late to be offered again does not count', async () => {
  const world = aDueWorld({ cadence: 'daily', channels: ['sms'] });
  world.answer = () => THROTTLED;
  await invoke(world);
  world.answer = () => ({ kind: 'accepted', messageId: 'm-2' });
  advanceTo(world, '2026-03-01T20:30:00.000Z');
  const { retry } = rowOf(world);
  expect([retry?.slot, counted(world)]).toEqual([1, 1]);
  await invoke(world);
  expect(counted(world)).toBe(0);
});

it('a failover that every channel refused does not count, and neither does the message that failed', async () => {
  const world = aDueWorld();
  await invoke(world);
  failSlot(world, 1);
  world.answer = () => REFUSED;
  await nextRun(world);
  expect(world.attempts.get(1)?.status).toBe('failed');
  expect(counted(world)).toBe(0);
});

it('a failover that a channel takes counts once, as the message that failed did', async () => {
  const world = aDueWorld();
  await invoke(world);
  failSlot(world, 1);
  await nextRun(world);
  expect(world.accepted.map(({ channel }) => channel)).toEqual(['whatsapp', 'sms']);
  expect(world.person.sends.filter(({ hash }) => hash === rowOf(world).ref.hash)).toMatchObject([{ channel: 'sms' }]);
});

it('a failover behind two other messages takes the place of its own, and of no other', async () => {
  const world = aDueWorld();
  await invoke(world);
  const later = (minutes: number) => world.now.getTime() + minutes * 60_000;
  world.person = withSend(world.person, { at: later(1), channel: 'email', hash: 'second' });
  world.person = withSend(world.person, { at: later(2), channel: 'sms', hash: 'third' });
  advanceTo(world, later(20));
  failSlot(world, 1);
  for (let runs = 0; runs < 20 && world.attempts.get(1)?.status === 'deferred'; runs += 1) await nextRun(world);
  expect(world.accepted.map(({ channel }) => channel)).toEqual(['whatsapp', 'sms']);
  const own = rowOf(world).ref.hash;
  expect(world.person.sends.map(({ hash, channel }) => [hash, channel])).toEqual([
    ['another', 'sms'],
    ['second', 'email'],
    ['third', 'sms'],
    [own, 'sms'],
  ]);
  expect([...world.attempts.keys()]).toEqual([1]);
});

it('a failover of the second slot leaves the count of the first', async () => {
  const world = aDueWorld();
  await invoke(world);
  await nextRun(world);
  expect([world.attempts.size, counted(world)]).toEqual([2, 2]);
  failSlot(world, 2);
  await nextRun(world);
  expect([world.attempts.size, counted(world)]).toEqual([2, 2]);
  expect(world.attempts.get(2)).toMatchObject({ status: 'sent', earlier: { channel: 'sms' } });
});

it('a retry of a throttled slot costs the person nothing, however often it is tried', async () => {
  const world = aDueWorld({ cadence: 'every_4h', channels: ['sms'] });
  let tried = 0;
  world.answer = () => {
    tried += 1;
    return tried < 4 ? THROTTLED : { kind: 'accepted', messageId: 'm-1' };
  };
  await invoke(world);
  for (let runs = 0; runs < 20 && world.attempts.get(1)?.status === 'deferred'; runs += 1) await nextRun(world);
  expect(world.attempts.get(1)?.status).toBe('sent');
  expect([tried, world.attempts.size, counted(world)]).toEqual([4, 1, 1]);
});

it('a failover waits for the rules for people, and goes out when they allow it', async () => {
  const world = aWorld({ expiresIn: 1440 });
  advanceTo(world, planIn(world).slots[0]?.dueAt ?? '');
  await invoke(world);
  const other = { at: world.now.getTime() + 60_000, channel: 'sms', hash: 'another' } as const;
  world.person = { ...withSend(world.person, other), version: world.person.version };
  advanceTo(world, world.now.getTime() + 2 * 60_000);
  failSlot(world, 1);
  await nextRun(world);
  expect(world.accepted).toHaveLength(1);
  expect(Date.parse(rowOf(world).nextRunAt ?? '')).toBeGreaterThanOrEqual(other.at + 4 * HOUR);
});

const AT = new Date('2026-03-01T09:00:00.000Z');
const { ref } = aCollection();

async function optedOut(address: Address) {
  const closed: { addresses: readonly Address[]; by: OptOutSource; at: Date }[] = [];
  const told: object[] = [];
  const ports = {
    optOut: async (addresses: readonly Address[], by: OptOutSource, at: Date) =>
      void closed.push({ addresses, by, at }),
    findOpen: async () => [],
    recordEvent: async (of: object, event: object) => void told.push({ of, ...event }),
  };
  await optOutByProvider(ports as Parameters<typeof optOutByProvider>[0], { ref, address, at: AT });
  return { closed, told };
}

it.each(['sms', 'whatsapp'] as const)(
  'a provider of %s that names an opt-out closes SMS and WhatsApp to that phone, as STOP does',
  async (channel) => {
    const { closed } = await optedOut({ channel, address: '+2348031234567' });
    const addresses = ['whatsapp', 'sms'].map((each) => ({ channel: each, address: '+2348031234567' }));
    expect(closed).toEqual([{ addresses, by: 'provider', at: AT }]);
  },
);

it('a provider of email that names an opt-out closes that email address and no phone', async () => {
  const address = { channel: 'email', address: 'ada@example.com' } as const;
  expect((await optedOut(address)).closed).toEqual([{ addresses: [address], by: 'provider', at: AT }]);
});

it('an opt-out that a provider names is one event a day on the collection, by its channel and the provider', async () => {
  const { told } = await optedOut({ channel: 'sms', address: '+2348031234567' });
  expect(told).toEqual([
    {
      of: ref,
      type: 'contact.opted_out',
      about: 'provider#2026-03-01',
      timestamp: AT.toISOString(),
      data: { channel: 'sms', by: 'provider' },
    },
  ]);
});
