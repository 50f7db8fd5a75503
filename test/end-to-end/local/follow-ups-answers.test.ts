/** Incoming events: receipts of every channel, STOP replies, and the opt-out link in a message. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { aCollection, createCollection, getCollection } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';
import { dayOf, getPlan } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);

const typesOf = async (id: string) => (await getCollection(service.owner, id)).events.map(({ type }) => type);

/** For tests of what is sent later: a collection with a message each hour. */
const LASTING = { expiresIn: 300 };

/** A collection whose first message was sent by this channel. Another one is sent only if it lasts longer than an hour. */
async function sentBy(channel: string, given: object = {}): Promise<{ of: CollectionResponse; message: SentMessage }> {
  const followUp = { startAfter: 20, cadence: 'every_1h', channels: [channel] };
  const of = await createCollection(service.owner, aCollection({ expiresIn: 60, followUp, ...given }));
  await day.advance(30);
  const [message] = await day.messages(of.id);
  if (message === undefined) throw new Error('nothing was sent');
  return { of, message };
}

beforeEach(() => day.toMorning(6));

describe('a receipt', () => {
  it.each([
    ['whatsapp', ['delivered', 'read']],
    ['sms', ['delivered']],
    ['email', ['delivered', 'read']],
    ['whatsapp', ['failed']],
    ['sms', ['failed']],
    ['email', ['failed']],
  ])('receipts by %s move the slot through %j, and each adds an event to the collection', async (channel, statuses) => {
    const { of, message } = await sentBy(channel);
    for (const status of statuses) {
      expect(await day.receipt(message.id, status)).toEqual({ delivered: true, status: 200 });
      expect((await getPlan(service.owner, of.id)).slots[0]?.status).toBe(status);
    }
    expect(await typesOf(of.id)).toEqual(
      expect.arrayContaining(['followup.sent', ...statuses.map((status) => `followup.${status}`)]),
    );
  });

  it('a late or repeated receipt never takes the status of a slot back', async () => {
    const { of, message } = await sentBy('whatsapp');
    for (const status of ['read', 'delivered', 'failed', 'read']) await day.receipt(message.id, status);
    expect((await getPlan(service.owner, of.id)).slots[0]?.status).toBe('read');
    expect((await typesOf(of.id)).filter((type) => type === 'followup.read')).toHaveLength(1);
  });

  it.each([
    [
      'sms',
      [
        { status: 'read' },
        { status: 'opened' },
        { status: 'delivered', reason: 'invalid_number' },
        { status: 'failed', reason: 'bounce' },
      ],
    ],
    ['whatsapp', [{ status: 'failed', reason: 'complaint' }]],
    ['email', [{ status: 'failed', reason: 'not_on_whatsapp' }, { status: 'failed', reason: 'boredom' }, {}]],
  ])('receipts that %s never sends are refused', async (channel, bodies) => {
    const { message } = await sentBy(channel);
    for (const body of bodies) {
      const call = { method: 'POST', body: JSON.stringify(body) };
      const { status } = await fetch(`${service.baseUrl}/_local/messages/${message.id}/receipt`, call);
      expect(status, call.body).toBe(400);
    }
  });
});

describe('the reason of a failure', () => {
  const DELIVERED = { delivered: true, status: 200 };
  const sentByTwo = (channel: string) => {
    const channels = [channel, channel === 'sms' ? 'email' : 'sms'];
    return sentBy(channel, { followUp: { startAfter: 20, cadence: 'every_1h', channels } });
  };
  const channelsOfNext = async ({ contact: { id: _id, ...contact } }: CollectionResponse) => {
    const followUp = { startAfter: 20, cadence: 'every_2h', channels: ['whatsapp', 'sms', 'email'] };
    const json = aCollection({ ...LASTING, contact, followUp });
    const { data } = await service.other.send('POST', '/public/follow-ups/preview', { json });
    return new Set((data as FollowUpPlanResponse).slots.map(({ channel }) => channel));
  };

  it.each([
    ['email', 'bounce', ['sms', 'whatsapp']],
    ['sms', 'invalid_number', ['email', 'whatsapp']],
    ['whatsapp', 'not_on_whatsapp', ['email', 'sms']],
  ])(
    '%s: a failure for the reason %s hands the slot to the next channel at once, and closes the address',
    async (channel, reason, left) => {
      const { of, message } = await sentByTwo(channel);
      expect(await day.receipt(message.id, 'failed', reason)).toEqual(DELIVERED);
      await day.advance(2);
      const [, second, ...others] = await day.messages(of.id);
      expect([second?.slot, second?.channel, others]).toEqual([1, channel === 'sms' ? 'email' : 'sms', []]);
      expect(await channelsOfNext(of)).toEqual(new Set(left));
    },
  );

  it('a complaint about an email closes the address, and the slot goes to no other channel', async () => {
    const { of, message } = await sentByTwo('email');
    expect(await day.receipt(message.id, 'failed', 'complaint')).toEqual(DELIVERED);
    await day.advance(2);
    expect(await day.messages(of.id)).toEqual([message]);
    expect(await channelsOfNext(of)).toEqual(new Set(['sms', 'whatsapp']));
  });

  it.each(['email', 'sms'])('%s: a transient failure leaves the slot and the address as they are', async (channel) => {
    const { of, message } = await sentByTwo(channel);
    expect(await day.receipt(message.id, 'failed', 'transient')).toEqual(DELIVERED);
    await day.advance(2);
    expect(await day.messages(of.id)).toEqual([message]);
    expect((await getPlan(service.owner, of.id)).slots[0]?.status).toBe('sent');
    expect(await channelsOfNext(of)).toEqual(new Set(['email', 'sms', 'whatsapp']));
  });
});

describe('STOP', () => {
  it.each(['sms', 'whatsapp'])(
    'a STOP by %s ends SMS and WhatsApp to that phone at once, and leaves email',
    async (channel) => {
      const channels = [channel, 'sms', 'whatsapp', 'email'].filter((each, at, all) => all.indexOf(each) === at);
      const followUp = { startAfter: 20, cadence: 'every_1h', channels };
      const { of, message } = await sentBy(channel, { ...LASTING, followUp });
      expect(await day.reply(channel, message.to, ' stop ')).toEqual({ delivered: true, status: 200 });
      await day.advance(180);
      const later = (await day.messages(of.id)).slice(1);
      expect(new Set(later.map((sent) => sent.channel))).toEqual(new Set(['email']));
      const { id: _id, ...contact } = of.contact;
      const next = await createCollection(service.other, aCollection({ contact }));
      const { slots } = await getPlan(service.other, next.id);
      expect(new Set(slots.map((slot) => slot.channel))).toEqual(new Set(['email']));
    },
  );

  it('a reply with "stop" in the middle of a sentence opts nobody out: it is kept, and pauses the collection until its last slot', async () => {
    const { of, message } = await sentBy('sms', { expiresIn: 24 * 60 });
    const last = (await getPlan(service.owner, of.id)).slots.at(-1)?.dueAt ?? '';
    await day.reply('sms', message.to, 'Please stop by tomorrow');
    const { paused } = await getPlan(service.owner, of.id);
    expect(paused).toMatchObject({ reason: 'reply', until: expect.any(String) });
    expect(paused?.until?.localeCompare(last)).toBeLessThanOrEqual(0);
    const { events } = await getCollection(service.owner, of.id);
    const replied = { type: 'contact.replied', data: { channel: 'sms', text: 'Please stop by tomorrow' } };
    expect(events).toContainEqual(expect.objectContaining(replied));
    expect(events.map(({ type }) => type)).not.toContain('contact.opted_out');
    await day.advance(60);
    expect(await day.messages(of.id)).toEqual([message]);
    const { id: _id, ...contact } = of.contact;
    const next = await createCollection(service.other, aCollection({ contact }));
    expect((await getPlan(service.other, next.id)).slots.map(({ channel }) => channel)).toContain('sms');
    await day.advance(24 * 60);
    const [, ...later] = await day.messages(of.id);
    expect(later.map(({ sentAt }) => sentAt >= (paused?.until ?? ''))).toEqual(expect.arrayContaining([true]));
    expect(later.some(({ sentAt }) => sentAt < (paused?.until ?? ''))).toBe(false);
  });
});

describe('the link in a message', () => {
  const linkIn = ({ text }: SentMessage): string => {
    const [link] = /http\S+\/u\/\w+/.exec(text) ?? [];
    if (link === undefined) throw new Error('no link to opt out');
    return link;
  };

  it.each(['sms', 'email'])(
    'the opt-out link in a message by %s asks for confirmation, and a POST to it opts out of every channel',
    async (channel) => {
      const { of, message } = await sentBy(channel, LASTING);
      const asked = await fetch(linkIn(message));
      expect([asked.status, asked.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
      expect(await asked.text()).toContain('<form method="post">');
      expect(await typesOf(of.id)).not.toContain('contact.opted_out');
      const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
      expect((await fetch(linkIn(message), oneClick)).status).toBe(200);
      expect(await typesOf(of.id)).toContain('contact.opted_out');
      await day.advance(180);
      expect(await day.messages(of.id)).toEqual([message]);
      expect(await typesOf(of.id)).not.toContain('followup.failed');
    },
  );

  it('an opt-out link with an unknown token answers 404 with a page, to GET and to POST', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${service.baseUrl}/u/nobody`, { method });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')]);
    }
  });
});
