/** Follow-ups when the channels or the Scheduler fail, in every way that a local run can make them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCollection, createCollection, getCollection } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';
import { asPlanned, asSent, dayOf, getPlan } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);

const CHANNELS = ['whatsapp', 'sms', 'email'];

/** Two slots, twenty minutes and eighty after the creation; the first by this channel, which falls through to the next. */
async function twoSlotsBy(channel: string) {
  const next = CHANNELS[(CHANNELS.indexOf(channel) + 1) % CHANNELS.length] ?? '';
  const followUp = { startAfter: 20, cadence: 'every_1h', channels: [channel, next], tone: 'gentle' };
  const { id } = await createCollection(service.owner, aCollection({ expiresIn: 130, followUp }));
  return { id, next };
}

async function fatesOf(id: string) {
  const { slots } = await getPlan(service.owner, id);
  return slots.map(({ status, channelsTried }) => [status, channelsTried]);
}

beforeEach(() => day.toMorning());
afterEach(() => day.clearFaults());

describe.each(CHANNELS)('when %s', (channel) => {
  it('refuses, the next channel gets the same slot', async () => {
    const { id, next } = await twoSlotsBy(channel);
    await day.fault(channel, 'reject', 1);
    await day.advance(30);
    expect((await day.messages(id)).map((message) => [message.slot, message.channel])).toEqual([[1, next]]);
    expect((await fatesOf(id))[0]).toEqual(['sent', [channel, next]]);
  });

  it('is throttled for a moment, it gets the message a moment later', async () => {
    const { id } = await twoSlotsBy(channel);
    await day.fault(channel, 'throttle', 1);
    await day.advance(30);
    expect((await day.messages(id)).map((message) => [message.slot, message.channel])).toEqual([[1, channel]]);
    expect((await fatesOf(id))[0]).toEqual(['sent', [channel]]);
  });

  it('fails in a way that may hide a message, the slot is unknown, nothing is sent again, and the next goes out', async () => {
    const { id, next } = await twoSlotsBy(channel);
    await day.fault(channel, 'error', 1);
    await day.advance(120);
    expect((await day.messages(id)).map((message) => [message.slot, message.channel])).toEqual([[2, next]]);
    expect(await fatesOf(id)).toEqual([
      ['unknown', [channel]],
      ['sent', [next]],
    ]);
  });

  it('accepts and its answer is lost, the slot is unknown and its message the only one', async () => {
    const { id, next } = await twoSlotsBy(channel);
    await day.fault(channel, 'lost-reply', 1);
    await day.advance(120);
    expect((await day.messages(id)).map((message) => [message.slot, message.channel])).toEqual([
      [1, channel],
      [2, next],
    ]);
    expect((await fatesOf(id))[0]).toEqual(['unknown', [channel]]);
    const { events } = await getCollection(service.owner, id);
    expect(events.map(({ type }) => type)).toContain('followup.unknown');
  });
});

it('records a slot as failed when every channel refuses it', async () => {
  const { id } = await twoSlotsBy('whatsapp');
  await Promise.all([day.fault('whatsapp', 'reject', 1), day.fault('sms', 'reject', 1)]);
  await day.advance(30);
  expect(await day.messages(id)).toEqual([]);
  expect((await fatesOf(id))[0]).toEqual(['failed', ['whatsapp', 'sms']]);
});

describe('when the Scheduler', () => {
  it.each(['throttle', 'error', 'reject', 'lost-reply'])(
    'answers %s now and then, every slot is on time',
    async (kind) => {
      await day.fault('scheduler', kind, 2);
      const { id } = await twoSlotsBy('sms');
      const plan = await getPlan(service.owner, id);
      await day.advance(140);
      expect(asSent(await day.messages(id))).toEqual(asPlanned(plan));
    },
  );

  it('refuses everything, creates are still answered with 201, and the sweeper runs for what was never scheduled', async () => {
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
