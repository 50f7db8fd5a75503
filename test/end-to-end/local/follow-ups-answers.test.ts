/** Incoming events: receipts of every channel, STOP replies, and the opt-out link in a message. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { CustomerResponse } from '#lib/contract/customer.ts';
import { aCollection, createCollection, expectStatus, getCollection } from '#test/end-to-end/requests.ts';
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
});

it('an answer to an email is kept with the collection of the message, and waits for a person', async () => {
  const { of, message } = await sentBy('email', LASTING);
  expect(message.replyTo).toMatch(/^[0-9a-z]{60}@replies\.collections\.example$/);
  const words = `I have paid already.\n\nOn Mon, 2 Mar 2026 at 10:01, Shop wrote:\n> ${message.text}`;
  expect(await day.reply('email', message.to, words)).toEqual({ delivered: true, status: 200 });
  const { events } = await getCollection(service.owner, of.id);
  expect(events.find(({ type }) => type === 'contact.replied')?.data).toMatchObject({
    channel: 'email',
    text: 'I have paid already.',
  });
});

it('a customer who has answered was heard, and when', async () => {
  const { of, message } = await sentBy('sms', LASTING);
  const heardAt = async () => {
    const { data } = await expectStatus(200, service.owner, ['GET', `/public/customers/${of.contact.id}`]);
    return (data as CustomerResponse).lastHeardAt;
  };
  expect(await heardAt()).toBeNull();
  await day.reply('sms', message.to, 'On Friday');
  const { events } = await getCollection(service.owner, of.id);
  await expect.poll(heardAt).toBe(events.find(({ type }) => type === 'contact.replied')?.timestamp);
});

it('a customer to whom somebody wrote was written to then, until a reminder goes', async () => {
  const { of } = await sentBy('sms', LASTING);
  const writtenAt = async () => {
    const { data } = await expectStatus(200, service.owner, ['GET', `/public/customers/${of.contact.id}`]);
    return (data as CustomerResponse).lastMessageAt;
  };
  const reminded = await writtenAt();
  const json = { channel: 'sms', text: 'We have sent it again.' };
  await expectStatus(201, service.owner, ['POST', `/public/collections/${of.id}/messages`, { json }]);
  const { events } = await getCollection(service.owner, of.id);
  const sent = events.find(({ type }) => type === 'message.sent')?.timestamp ?? '';
  await expect.poll(writtenAt).toBe(sent);
  expect(sent > (reminded ?? sent)).toBe(true);
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
});
