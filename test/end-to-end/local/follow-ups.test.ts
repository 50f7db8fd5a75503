/** A collection is followed up exactly as planned until it is paid, cancelled or expired. Only in a local run, whose clock can be moved. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { aCollection, createCollection, getCollection } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';
import { asPlanned, asSent, dayOf, expectOnTime, getPlan } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);
const DAY = 24 * 60;

/** A follow-up with every field, more frequent than the daily maximum of messages. */
const EXAMPLE = { enabled: true, startAfter: 20, cadence: 'every_10m', channels: ['whatsapp', 'sms'], tone: 'gentle' };

beforeEach(() => day.toMorning());

describe('a collection of a day, to a Nigerian phone, with no commands of its own', () => {
  let id: string;
  let plan: FollowUpPlanResponse;
  let fired: number;
  let messages: SentMessage[];

  beforeAll(async () => {
    await day.toMorning();
    ({ id } = await createCollection(service.owner));
    plan = await getPlan(service.owner, id);
    ({ fired } = await day.advance(DAY + 1));
    messages = await day.messages(id);
  });

  it('a collection with default follow-ups is sent exactly its plan: each slot on time, by its channel, with its text', () => {
    expect(plan.slots.map(({ channel, status }) => [channel, status])).toEqual([
      ['whatsapp', 'planned'],
      ['sms', 'planned'],
      ['email', 'planned'],
    ]);
    expect(asSent(messages)).toEqual(asPlanned(plan));
    expectOnTime(plan, messages);
    // Three slots, the overdue mark or none, and the expiry.
    expect(fired).toBeGreaterThanOrEqual(4);
  });

  it('a collection shows the outcome of every slot, with one event for each message', async () => {
    const after = await getPlan(service.owner, id);
    expect(after.slots).toEqual(
      plan.slots.map((slot, index) => ({
        ...slot,
        status: 'sent',
        channelsTried: [slot.channel],
        sentAt: messages[index]?.sentAt,
      })),
    );
    const { status, events } = await getCollection(service.owner, id);
    expect(status).toBe('expired');
    expect(events.filter(({ type }) => type === 'followup.sent').map(({ timestamp }) => timestamp)).toEqual(
      messages.map(({ sentAt }) => sentAt),
    );
  });

  it('a preview equals the plan of the collection created from the same body, word for word', async () => {
    const body = aCollection();
    const preview = await service.owner.send('POST', '/public/follow-ups/preview', { json: body });
    const created = await createCollection(service.owner, body);
    expect(preview.data).toEqual(await getPlan(service.owner, created.id));
  });
});

describe('time alone', () => {
  it('a slot that becomes due is sent without a move of the clock', async () => {
    const { id } = await createCollection(service.owner, aCollection({ followUp: EXAMPLE }));
    const [first] = (await getPlan(service.owner, id)).slots;
    await day.advance((Date.parse(first?.dueAt ?? '') - 1_500 - (await day.now()).getTime()) / 60_000);
    expect(await day.messages(id)).toEqual([]);
    await expect.poll(async () => (await day.messages(id)).length, { timeout: 60_000 }).toBe(1);
  });
});
