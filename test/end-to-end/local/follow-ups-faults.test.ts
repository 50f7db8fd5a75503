/** Follow-ups while the channels or the Scheduler fail, with every fault that a local run can inject. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCollection, createCollection, getCollection } from '#test/end-to-end/requests.ts';
import { sized } from '#test/support/repetitions.ts';
import { useOwnService } from '#test/support/service.ts';
import { asPlanned, asSent, dayOf, getPlan } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);

const CHANNELS = ['whatsapp', 'sms', 'email'];

/** Each fault, and each channel, at least once; in `npm run test:long` every fault of every channel. */
const faulty = (...channels: string[]) => sized(channels, CHANNELS);

/** Two slots, 20 and 80 minutes after the creation. The first is planned by this channel and falls back to the next one. */
async function twoSlotsBy(channel: string) {
  const next = CHANNELS[(CHANNELS.indexOf(channel) + 1) % CHANNELS.length] ?? '';
  const followUp = { startAfter: 20, cadence: 'every_1h', channels: [channel, next], tone: 'gentle' };
  const { id } = await createCollection(service.owner, aCollection({ expiresIn: 130, followUp }));
  return { id, next };
}

/** The slots that were sent, with their channels, in order. */
const sentOf = async (id: string) => (await day.messages(id)).map(({ slot, channel }) => [slot, channel]);

async function fatesOf(id: string) {
  const { slots } = await getPlan(service.owner, id);
  return slots.map(({ status, channelsTried }) => [status, channelsTried]);
}

beforeEach(() => day.toMorning());
afterEach(() => day.clearFaults());

describe('when a channel fails', () => {
  it.each(faulty('whatsapp'))('a slot that %s refuses is sent by the next channel', async (channel) => {
    const { id, next } = await twoSlotsBy(channel);
    await day.fault(channel, 'reject', 1);
    await day.advance(30);
    expect(await sentOf(id)).toEqual([[1, next]]);
    expect((await fatesOf(id))[0]).toEqual(['sent', [channel, next]]);
  });

  it.each(faulty('sms'))('a slot that %s throttles once is sent by it a moment later', async (channel) => {
    const { id } = await twoSlotsBy(channel);
    await day.fault(channel, 'throttle', 1);
    await day.advance(30);
    expect(await sentOf(id)).toEqual([[1, channel]]);
    expect((await fatesOf(id))[0]).toEqual(['sent', [channel]]);
  });

  it.each(faulty('email'))(
    'a slot for which %s answers an error is unknown and not sent again, and the next slot is sent',
    async (channel) => {
      const { id, next } = await twoSlotsBy(channel);
      await day.fault(channel, 'error', 1);
      await day.advance(120);
      expect(await sentOf(id)).toEqual([[2, next]]);
      expect(await fatesOf(id)).toEqual([
        ['unknown', [channel]],
        ['sent', [next]],
      ]);
    },
  );

  it.each(faulty('sms'))(
    'a slot whose answer from %s is lost is unknown, and its message is sent once',
    async (channel) => {
      const { id, next } = await twoSlotsBy(channel);
      await day.fault(channel, 'lost-reply', 1);
      await day.advance(120);
      expect(await sentOf(id)).toEqual([
        [1, channel],
        [2, next],
      ]);
      expect((await fatesOf(id))[0]).toEqual(['unknown', [channel]]);
      const { events } = await getCollection(service.owner, id);
      expect(events.map(({ type }) => type)).toContain('followup.unknown');
    },
  );
});

it('a slot that every channel refuses is recorded as failed', async () => {
  const { id } = await twoSlotsBy('whatsapp');
  await Promise.all([day.fault('whatsapp', 'reject', 1), day.fault('sms', 'reject', 1)]);
  await day.advance(30);
  expect(await day.messages(id)).toEqual([]);
  expect((await fatesOf(id))[0]).toEqual(['failed', ['whatsapp', 'sms']]);
});

describe('when the Scheduler', () => {
  it.each(['throttle', 'error', 'reject', 'lost-reply'])(
    'every slot is sent as planned when the Scheduler answers %s twice',
    async (kind) => {
      await day.fault('scheduler', kind, 2);
      const { id } = await twoSlotsBy('sms');
      const plan = await getPlan(service.owner, id);
      await day.advance(140);
      expect(asSent(await day.messages(id))).toEqual(asPlanned(plan));
    },
  );

  it('creates answer 201 while the Scheduler refuses everything, and the sweeper runs the collections without a schedule', async () => {
    await day.fault('scheduler', 'reject', 1_000);
    const { id } = await twoSlotsBy('email');
    await day.advance(60);
    expect((await day.schedules()).filter(({ name }) => name.startsWith(id))).toEqual([]);
    const sent = await day.messages(id);
    expect(sent.map(({ slot }) => slot)).toEqual([1]);
    await day.clearFaults();
    await day.advance(80);
    expect((await day.messages(id)).map(({ slot }) => slot)).toEqual([1, 2]);
  });
});
