/** A collection is followed up exactly as planned until it is paid, cancelled or expired. Only in a local run, whose clock can be moved. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { aCollection, aContact, createCollection, getCollection, setStatus } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';
import { asPlanned, asSent, dayOf, expectOnTime, getPlan } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);
const DAY = 24 * 60;
/** More than the local run runs at once. */
const MANY = 20;

/** A follow-up with every field, more frequent than the daily maximum of messages. */
const EXAMPLE = { enabled: true, startAfter: 20, cadence: 'every_10m', channels: ['whatsapp', 'sms'], tone: 'gentle' };

const eventsOf = async (id: string) => (await getCollection(service.owner, id)).events.map(({ type }) => type);

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

describe('a follow-up with every field', () => {
  it('a frequent follow-up is sent as planned, at most twelve times a day, and the plan gives a reason for each removed slot', async () => {
    const { id } = await createCollection(service.owner, aCollection({ followUp: EXAMPLE }));
    const plan = await getPlan(service.owner, id);
    await day.advance(DAY + 1);
    const messages = await day.messages(id);
    expect(messages.length).toBe(12);
    expect(asSent(messages)).toEqual(asPlanned(plan));
    expectOnTime(plan, messages);
    expect(messages.map(({ channel }) => channel)).toEqual(Array.from({ length: 6 }, () => ['whatsapp', 'sms']).flat());
    expect(new Set(messages.map(({ tone }) => tone))).toEqual(new Set(['gentle']));
    expect(plan.removed.length).toBeGreaterThan(0);
    expect(plan.removed.every(({ reason }) => reason !== '')).toBe(true);
  });
});

describe('a collection that ends in the middle of its day', () => {
  it.each(['completed', 'cancelled', 'expired'])(
    'a collection gets no further message once it is %s',
    async (status) => {
      const { id } = await createCollection(service.owner, aCollection({ followUp: EXAMPLE }));
      await day.advance(45);
      const sent = await day.messages(id);
      expect(sent.length).toBe(3);
      await setStatus(service.owner, id, status);
      await day.advance(DAY);
      expect(await day.messages(id)).toEqual(sent);
      expect(await eventsOf(id)).toEqual([
        'collection.created',
        ...sent.map(() => 'followup.sent'),
        `collection.${status}`,
        'followup.stopped',
      ]);
      const { slots } = await getPlan(service.owner, id);
      expect(slots.slice(3).map(({ status: fate, skipReason }) => [fate, skipReason])).toEqual(
        slots.slice(3).map(() => ['skipped', status]),
      );
    },
  );
});

describe('time alone', () => {
  it('a collection becomes overdue one cadence after its last slot, and expires at its expiry', async () => {
    const { id, createdAt } = await createCollection(service.owner, aCollection({ expiresIn: 240 }));
    const { slots } = await getPlan(service.owner, id);
    await day.advance(200);
    expect((await getCollection(service.owner, id)).status).toBe('overdue');
    await day.advance(41);
    const { events, status, updatedAt } = await getCollection(service.owner, id);
    const timeOf = (type: string) => Date.parse(events.find((event) => event.type === type)?.timestamp ?? '');
    const overdueAt = Date.parse(slots.at(-1)?.dueAt ?? '') + 60 * 60_000;
    expect(timeOf('collection.overdue') - overdueAt).toBeLessThan(60_000);
    expect(timeOf('collection.overdue') - overdueAt).toBeGreaterThanOrEqual(0);
    expect(timeOf('collection.expired')).toBe(Date.parse(createdAt) + 240 * 60_000);
    expect([status, Date.parse(updatedAt)]).toEqual(['expired', timeOf('collection.expired')]);
    expect(await day.messages(id)).toHaveLength(slots.length);
  });

  it('a collection without follow-ups is sent nothing, and still expires', async () => {
    const { id } = await createCollection(service.owner, aCollection({ expiresIn: 60, followUp: { enabled: false } }));
    expect((await day.schedules()).filter(({ name }) => name.startsWith(id))).toHaveLength(1);
    const { fired } = await day.advance(61);
    expect(fired).toBe(1);
    expect(await day.messages(id)).toEqual([]);
    expect(await eventsOf(id)).toContain('collection.expired');
  });

  it('of many collections that are due in the same minute, each runs once', async () => {
    const made = await Promise.all(
      Array.from({ length: MANY }, () =>
        createCollection(service.owner, aCollection({ expiresIn: 120, followUp: { ...EXAMPLE, cadence: 'daily' } })),
      ),
    );
    const { fired } = await day.advance(60);
    expect(fired).toBeGreaterThanOrEqual(MANY);
    const counts = await Promise.all(made.map(async ({ id }) => (await day.messages(id)).length));
    expect(counts).toEqual(made.map(() => 1));
  });

  it('a slot that becomes due is sent without a move of the clock', async () => {
    const { id } = await createCollection(service.owner, aCollection({ followUp: EXAMPLE }));
    const [first] = (await getPlan(service.owner, id)).slots;
    await day.advance((Date.parse(first?.dueAt ?? '') - 1_500 - (await day.now()).getTime()) / 60_000);
    expect(await day.messages(id)).toEqual([]);
    await expect.poll(async () => (await day.messages(id)).length, { timeout: 60_000 }).toBe(1);
  });

  it('a schedule names its collection, its instant and its target, and no data of the contact', async () => {
    const contact = aContact();
    const { id } = await createCollection(service.owner, aCollection({ contact }));
    const schedule = (await day.schedules()).find(({ name }) => name === `${id}-1`);
    expect(Object.keys(schedule ?? {})).toEqual(['name', 'at', 'target']);
    expect(schedule?.target).toMatch(/:sqs:.*:runs$/);
  });
});
