/** Delivery receipts as EventBridge brings them: of every kind and channel, in any order, repeated or early. */
import type { SNSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { sendMessage } from '#functions/api/send-message.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { recordReceipt } from '#functions/messaging/record-receipt.ts';
import type { ReceiptEvent } from '#lib/channels/adapter.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { keepReply } from '#lib/domain/reply.ts';
import { eraseCollection } from '#lib/store/collection/erase.ts';
import { recordReply as keepTheReply } from '#lib/store/message/messages.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aCreatedCollection } from './created.ts';

const getCollection = makeGetCollection(service);
const getFollowUps = makeGetFollowUps(service);
const handler = recordReceipt(service);

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

/** A collection whose first slot was sent by this channel: its id and the message's id. */
async function sentBy(channel: Channel): Promise<{ id: string; messageId: string }> {
  const { id } = await aCreatedCollection(tenants.mine, { followUp: { channels: [channel], startAfter: 0 } });
  await runCollection({ collection: id, run: 1 });
  return { id, messageId: channels.messages().at(-1)?.messageId ?? '' };
}

const call = (id: string) => ({ key: tenants.mine.key, id });
const statusOf = async (id: string) =>
  dataOf(await invoke(getFollowUps, call(id)), FollowUpPlanResponse).slots[0]?.status;
const eventsOf = async (id: string) => dataOf(await invoke(getCollection, call(id)), CollectionResponse).events;

let events = 0;

/** An event of EventBridge about a message, with the fields that each channel adds. */
function eventOf(
  channel: 'sms' | 'email',
  word: string,
  messageId: string,
  given: Partial<ReceiptEvent> = {},
): ReceiptEvent {
  events += 1;
  const person = { destination: [`ada-${events}@example.com`], destinationPhoneNumber: `+23480312${10_000 + events}` };
  const tags = { collectionId: ['pay_x'], slot: ['1'], token: ['t'], tone: ['gentle'] };
  const of = {
    email: { source: 'aws.ses', 'detail-type': word, detail: { mail: { messageId, tags, ...person } } },
    sms: {
      source: 'aws.sms-voice',
      'detail-type': 'Text Message Delivery Status Updated',
      detail: {
        eventType: word,
        messageId,
        context: { collectionId: 'pay_x', stage: 'local' },
        isFinal: true,
        ...person,
      },
    },
  }[channel];
  const base = { id: `event-${events}`, time: '2026-03-02T09:05:00Z', version: '0', account: '1', region: 'r' };
  return { ...base, resources: [], ...of, ...given } as ReceiptEvent;
}

const DOCUMENTED: ['sms' | 'email', string, string][] = [
  ['email', 'Email Delivered', 'delivered'],
  ['email', 'Email Opened', 'read'],
  ['email', 'Email Clicked', 'read'],
  ['email', 'Email Bounced', 'failed'],
  ['email', 'Email Rejected', 'failed'],
  ['email', 'Email Rendering Failed', 'failed'],
  ['email', 'Email Sent', 'sent'],
  ['email', 'Email Delivery Delayed', 'sent'],
  ['email', 'Email Subscribed', 'sent'],
  ['sms', 'TEXT_DELIVERED', 'delivered'],
  ['sms', 'TEXT_BLOCKED', 'failed'],
  ['sms', 'TEXT_CARRIER_BLOCKED', 'failed'],
  ['sms', 'TEXT_CARRIER_UNREACHABLE', 'failed'],
  ['sms', 'TEXT_INVALID', 'failed'],
  ['sms', 'TEXT_INVALID_MESSAGE', 'failed'],
  ['sms', 'TEXT_SPAM', 'failed'],
  ['sms', 'TEXT_TTL_EXPIRED', 'failed'],
  ['sms', 'TEXT_UNREACHABLE', 'failed'],
  ['sms', 'TEXT_QUEUED', 'sent'],
  ['sms', 'TEXT_SUCCESSFUL', 'sent'],
  ['sms', 'TEXT_PENDING', 'sent'],
  ['sms', 'TEXT_UNKNOWN', 'sent'],
];

/** Meta's JSON, as SNS brings it. */
function whatsappEvent(status: object, messageId: string, number = 'phone-number-id/1'): SNSEvent {
  events += 1;
  const all = { timestamp: '1772442300', recipient_id: `23480319${10_000 + events}`, ...status };
  const content = {
    context: { MetaPhoneNumberIds: [{ arn: `arn:aws:social-messaging:eu-west-1:1:${number}` }] },
    whatsAppWebhookEntry: JSON.stringify({ changes: [{ value: { statuses: [all] } }] }),
    messageId,
  };
  return { Records: [{ Sns: { Message: JSON.stringify(content) } }] } as SNSEvent;
}

describe('a receipt by WhatsApp', () => {
  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['failed', 'failed'],
    ['deleted', 'sent'],
  ])('a receipt by whatsapp that says “%s” leaves the slot %s', async (word, status) => {
    const { id, messageId } = await sentBy('whatsapp');
    await handler(whatsappEvent({ id: `wamid.${id}`, status: word }, messageId));
    expect(await statusOf(id)).toBe(status);
  });

  it('later receipts by whatsapp find the message by Meta’s id alone', async () => {
    const { id, messageId } = await sentBy('whatsapp');
    const wamid = `wamid.${id}`;
    await handler(whatsappEvent({ id: wamid, status: 'delivered' }, messageId));
    await handler(whatsappEvent({ id: wamid, status: 'read' }, 'another id of the envelope'));
    expect(await statusOf(id)).toBe('read');
  });

  it('a receipt of another application’s number is ignored', async () => {
    await handler(whatsappEvent({ id: 'wamid.x', status: 'read' }, 'not ours', 'phone-number-id/2'));
    expect(logs.events()).not.toContain('receipt_unknown');
  });

  it.each([
    [131042, 'a bill that is not paid', true],
    [132015, 'a template that is paused', true],
    [133010, 'a number that is not registered', true],
    [131049, 'what Meta keeps from this person', false],
  ])('code %s by whatsapp, %s, is counted for an alarm: %3$s', async (code, _what, isCounted) => {
    const { id, messageId } = await sentBy('whatsapp');
    await handler(whatsappEvent({ id: `wamid.${id}`, status: 'failed', errors: [{ code }] }, messageId));
    expect(logs.events().includes('channel_fault')).toBe(isCounted);
  });
});

describe('a receipt of what a person of the merchant wrote', () => {
  /** Resolves with its collection, and with what brings a receipt and says of which address. */
  async function written(channel: Channel) {
    const { id, contact } = await aCreatedCollection(tenants.mine);
    const ref = parseCollectionId(id) ?? { account: '', hash: '' };
    const reply = { channel, messageId: `in-${id}`, from: contact.phone, text: 'When?' } as const;
    await keepTheReply(table, ref, keepReply(reply, clock.now));
    const body = { channel, text: 'On Friday' };
    expect((await invoke(sendMessage(service), { ...call(id), method: 'POST', body })).status).toBe(201);
    const { messageId = '', collection } = channels.messages().at(-1) ?? {};
    expect(collection).toBe(id);
    const bring = async (isFailed: boolean): Promise<string> => {
      if (channel === 'whatsapp') {
        const status = isFailed ? { status: 'failed', errors: [{ code: 131026 }] } : { status: 'delivered' };
        await handler(whatsappEvent({ id: `wamid.${id}`, ...status }, messageId));
        return `+23480319${10_000 + events}`;
      }
      const [failed, delivered] =
        channel === 'sms' ? ['TEXT_INVALID', 'TEXT_DELIVERED'] : ['Email Bounced', 'Email Delivered'];
      await handler(eventOf(channel, isFailed ? failed : delivered, messageId));
      return channel === 'sms' ? `+23480312${10_000 + events}` : `ada-${events}@example.com`;
    };
    return { id, ref, bring };
  }

  const isUnreachable = async (channel: Channel, address: string) =>
    ((await findReach(table, [{ channel, address }], clock.now)).unreachable ?? []).length > 0;

  it.each(['whatsapp', 'sms', 'email'] as const)(
    'by %s tells once that it did not arrive, and remembers the address',
    async (channel) => {
      const { id, bring } = await written(channel);
      expect(await isUnreachable(channel, await bring(false))).toBe(false);
      const failures = async () => (await eventsOf(id)).filter(({ type }) => type === 'message.failed');
      expect(await failures()).toEqual([]);
      for (const _time of [1, 2]) expect(await isUnreachable(channel, await bring(true))).toBe(true);
      expect(await failures()).toMatchObject([{ data: { channel, reason: expect.any(String) } }]);
    },
  );

  it('is not waited for when it comes after two months, unless it failed; a complaint is remembered', async () => {
    const { id } = await written('email');
    const tags = { collectionId: [id], slot: ['0'], token: ['t'] };
    const bring = (word: string, detail: object = {}) => {
      const mail = { messageId: 'forgotten', tags, destination: ['late@example.com'] };
      return handler(eventOf('email', word, 'forgotten', { detail: { mail, ...detail } }));
    };
    await bring('Email Opened');
    expect(await isUnreachable('email', 'late@example.com')).toBe(false);
    await bring('Email Complaint Received', { complaint: {} });
    expect(await isUnreachable('email', 'late@example.com')).toBe(true);
    await expect(bring('Email Bounced')).rejects.toThrow('not recorded');
  });

  it('changes nothing once nothing is kept of the person', async () => {
    const { id, ref, bring } = await written('sms');
    await invoke(updateCollectionStatus(service), { ...call(id), method: 'PATCH', body: { status: 'cancelled' } });
    await eraseCollection(table, ref, clock.now);
    expect(await isUnreachable('sms', await bring(true))).toBe(false);
    expect((await eventsOf(id)).map(({ type }) => type)).not.toContain('message.failed');
  });
});

describe('a final failure', () => {
  const failing = async (order: readonly Channel[]) => {
    const { id } = await aCreatedCollection(tenants.mine, { followUp: { channels: [...order], startAfter: 0 } });
    await runCollection({ collection: id, run: 1 });
    return { id, messageId: channels.messages().at(-1)?.messageId ?? '' };
  };

  it('a bounced slot goes to the next channel, once, and its history tells both messages', async () => {
    const { id, messageId } = await failing(['email', 'sms']);
    await handler(eventOf('email', 'Email Bounced', messageId));
    const [slot] = dataOf(await invoke(getFollowUps, call(id)), FollowUpPlanResponse).slots;
    expect(slot).toMatchObject({ status: 'failed', retryAt: clock.now.toISOString(), channelsTried: ['email'] });
    await runCollection({ collection: id, run: 3 });
    const [again] = dataOf(await invoke(getFollowUps, call(id)), FollowUpPlanResponse).slots;
    expect(again).toMatchObject({ status: 'sent', channel: 'sms', channelsTried: ['email', 'sms'] });
    expect((await eventsOf(id)).map(({ type, data }) => [type, data?.channel])).toEqual([
      ['collection.created', undefined],
      ['followup.sent', 'email'],
      ['followup.sent', 'sms'],
      ['followup.failed', 'email'],
    ]);
    const second = channels.messages().at(-1)?.messageId ?? '';
    await handler(eventOf('sms', 'TEXT_INVALID', second));
    await runCollection({ collection: id, run: 4 });
    expect(await statusOf(id)).toBe('failed');
  });

  it.each([
    [130429, 'the number sends too much'],
    [131056, 'this person gets too much'],
  ])('code %s by whatsapp, %s, gives the slot to the next channel, and the address stays', async (code) => {
    const { id, messageId } = await failing(['whatsapp', 'sms']);
    const status = { id: `wamid.${id}`, status: 'failed', errors: [{ code }] };
    await handler(whatsappEvent(status, messageId));
    await runCollection({ collection: id, run: 3 });
    const plan = dataOf(await invoke(getFollowUps, call(id)), FollowUpPlanResponse);
    expect(plan.slots[0]).toMatchObject({ status: 'sent', channel: 'sms', channelsTried: ['whatsapp', 'sms'] });
    expect(plan.reasons.filter((reason) => reason.startsWith('whatsapp left out'))).toEqual([]);
  });

  it('an address that bounced is left out of all plans, with the reason', async () => {
    const { id, messageId } = await sentBy('email');
    const bounced = eventOf('email', 'Email Bounced', messageId);
    const { detail } = bounced as unknown as { detail: { mail: { destination: string[] } } };
    const [address = ''] = detail.mail.destination;
    await handler(bounced);
    const contact = { firstName: 'Ada', lastName: 'Obi', phone: '+2348039990001', email: address.toUpperCase() };
    const other = await aCreatedCollection(tenants.mine, { contact, followUp: { channels: ['email'] } });
    const plan = dataOf(await invoke(getFollowUps, call(other.id)), FollowUpPlanResponse);
    expect(plan.slots).toEqual([]);
    expect(plan.reasons).toContain('email left out: bounced');
    expect(await statusOf(id)).toBe('failed');
  });

  it.each([
    ['after', ['delivered', 'failed']],
    ['before', ['failed', 'delivered']],
    ['after it was read', ['read', 'failed']],
  ])('a phone that got the message is not left out because another device failed, %s', async (_when, words) => {
    const { id, messageId } = await sentBy('whatsapp');
    const { contact } = dataOf(await invoke(getCollection, call(id)), CollectionResponse);
    for (const status of words) {
      const errors = status === 'failed' ? [{ code: 131026 }] : [];
      const receipt = { id: `wamid.${id}`, status, recipient_id: contact.phone.slice(1), errors };
      await handler(whatsappEvent(receipt, messageId));
    }
    const address = { channel: 'whatsapp', address: contact.phone } as const;
    expect((await findReach(table, [address], clock.now)).unreachable).toEqual([]);
  });

  it('a complaint closes the address for good, and gives the slot to no other channel', async () => {
    const { id, messageId } = await failing(['email', 'sms']);
    await handler(eventOf('email', 'Email Delivered', messageId));
    await handler(eventOf('email', 'Email Complaint Received', messageId));
    expect(await statusOf(id)).toBe('delivered');
    expect(logs.events()).toContain('contact_complained');
  });

  it('an SMS that may still arrive, and an email that SES cannot deliver for now, leave the slot sent', async () => {
    const sms = await failing(['sms', 'email']);
    const event = eventOf('sms', 'TEXT_UNREACHABLE', sms.messageId);
    await handler({ ...event, detail: { ...event.detail, isFinal: false } });
    expect(await statusOf(sms.id)).toBe('sent');
    const email = await failing(['email', 'sms']);
    const soft = eventOf('email', 'Email Bounced', email.messageId);
    await handler({
      ...soft,
      detail: { ...soft.detail, bounce: { bounceType: 'Transient', bounceSubType: 'General' } },
    });
    expect(await statusOf(email.id)).toBe('sent');
  });
});

describe('a receipt', () => {
  it.each(DOCUMENTED)('a receipt by %s that says “%s” leaves the slot %s', async (channel, word, status) => {
    const { id, messageId } = await sentBy(channel);
    await handler(eventOf(channel, word, messageId));
    expect(await statusOf(id)).toBe(status);
  });
});

it('the history shows receipts in order of time, whatever the order in which they came', async () => {
  const { id, messageId } = await sentBy('email');
  await handler(eventOf('email', 'Email Delivered', messageId, { time: '2026-03-02T09:01:00Z' }));
  await handler(eventOf('email', 'Email Opened', messageId, { time: '2026-03-02T09:02:00Z' }));
  await handler(eventOf('email', 'Email Bounced', messageId, { time: '2026-03-02T09:03:00Z' }));
  expect((await eventsOf(id)).map(({ type, timestamp }) => [type, timestamp])).toEqual([
    ['collection.created', '2026-03-02T09:00:00.000Z'],
    ['followup.sent', '2026-03-02T09:00:00.000Z'],
    ['followup.delivered', '2026-03-02T09:01:00.000Z'],
    ['followup.read', '2026-03-02T09:02:00.000Z'],
  ]);
});

it('the log says whose message failed, by which channel and why, and who complained', async () => {
  const { id, messageId } = await sentBy('email');
  await handler(eventOf('email', 'Email Complaint Received', messageId));
  await handler(eventOf('email', 'Email Bounced', messageId));
  const about = { account: tenants.mine.account.id, collection: id, channel: 'email' };
  const linesOf = (name: string) => logs.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === name);
  expect(linesOf('contact_complained')).toMatchObject([about]);
  expect(linesOf('followup_failed')).toMatchObject([{ ...about, reason: expect.stringMatching(/./) }]);
});

it('a repeated receipt adds no event, and the ids stay the same', async () => {
  const { id, messageId } = await sentBy('sms');
  const event = eventOf('sms', 'TEXT_DELIVERED', messageId);
  await Promise.all([handler(event), handler(event), handler(event)]);
  const shown = await eventsOf(id);
  await handler(event);
  expect(await eventsOf(id)).toEqual(shown);
  expect(new Set(shown.map((each) => each.id)).size).toBe(3);
  expect(logs.events().filter((name) => name === 'followup_delivered')).toHaveLength(1);
});

it('a receipt for a message that is not recorded yet fails, and counts when it comes again', async () => {
  const early = eventOf('sms', 'TEXT_DELIVERED', 'not-recorded-yet');
  await expect(handler(early)).rejects.toThrow('not recorded');
  expect(logs.events()).toEqual(['receipt_unknown']);
  const { id, messageId } = await sentBy('sms');
  await handler({ ...early, detail: { ...early.detail, messageId } });
  expect(await statusOf(id)).toBe('delivered');
});

describe('an event that is not ours', () => {
  const { detail } = eventOf('sms', 'TEXT_DELIVERED', 'm');
  const complaint = (complaintFeedbackType: string): ReceiptEvent => {
    const event = eventOf('email', 'Email Complaint Received', 'm');
    return { ...event, detail: { ...event.detail, complaint: { complaintFeedbackType } } };
  };
  it.each<[string, ReceiptEvent]>([
    [
      'an email without our tags',
      eventOf('email', 'Email Delivered', 'm', { detail: { mail: { messageId: 'm', tags: {} } } }),
    ],
    ['an email without any tags', eventOf('email', 'Email Bounced', 'm', { detail: { mail: { messageId: 'm' } } })],
    ['no email at all', eventOf('email', 'Email Bounced', 'm', { detail: {} })],
    ['an SMS without our context', eventOf('sms', '', 'm', { detail: { ...detail, context: {} } })],
    ['an event of another service', eventOf('sms', 'TEXT_DELIVERED', 'm', { source: 'aws.s3' })],
    ['a word of an object’s prototype', eventOf('sms', 'constructor', 'm')],
    ['a message without an id', eventOf('sms', 'TEXT_DELIVERED', 'm', { detail: {} })],
    ['a complaint that was taken back', complaint('not-spam')],
  ])('a receipt event that is not ours is ignored: %s', async (_what, event) => {
    await handler(event);
    expect(logs.lines).toEqual([]);
  });
});

it.each([
  ['another stage of this service', { collectionId: 'pay_x', slot: '1', stage: 'staging' }],
  ['another stage, in the version before', { collectionId: 'pay_x', slot: '1' }],
  ['another application', { campaign: 'spring' }],
  ['another application, without a context', undefined],
])('the receipt of an SMS of %s is no failure', async (_what, context) => {
  const event = eventOf('sms', 'TEXT_DELIVERED', 'a-message-of-others');
  await expect(handler({ ...event, detail: { ...event.detail, context } })).resolves.toBeUndefined();
  expect(logs.lines.filter((line) => line.includes('ERROR'))).toEqual([]);
});

it('a receipt of an SMS without our context is matched by its message id', async () => {
  const { id, messageId } = await sentBy('sms');
  const event = eventOf('sms', 'TEXT_DELIVERED', messageId);
  const { context: _left, ...detail } = event.detail;
  await handler({ ...event, detail });
  expect(await statusOf(id)).toBe('delivered');
});

it('the time of a receipt is the time of its event, to the millisecond', async () => {
  const { id, messageId } = await sentBy('email');
  clock.advance(600);
  await handler(eventOf('email', 'Email Opened', messageId, { time: '2026-03-02T09:07:08Z' }));
  expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'followup.read', timestamp: '2026-03-02T09:07:08.000Z' });
});

describe('a receipt of a send without an answer', () => {
  const tagged = (channel: 'email' | 'sms', id: string): ReceiptEvent => {
    const [word, tags] = channel === 'email' ? ['Email Delivered', [id]] : ['TEXT_DELIVERED', id];
    const event = eventOf(channel, word as string, 'an id that was not recorded');
    const slot = channel === 'email' ? ['1'] : '1';
    const detail =
      channel === 'email'
        ? { mail: { messageId: 'an id that was not recorded', tags: { collectionId: tags, slot } } }
        : { ...event.detail, context: { collectionId: tags, slot } };
    return { ...event, detail };
  };

  it.each(['email', 'sms'] as const)(
    'a receipt by %s for a send without an answer finds its slot by the tags',
    async (channel) => {
      channels.reply({ status: 500, body: {} });
      const { id } = await sentBy(channel);
      expect(await statusOf(id)).toBe('unknown');
      await handler(tagged(channel, id));
      expect(await statusOf(id)).toBe('delivered');
    },
  );

  it('a receipt with tags only does not change a slot with a known result', async () => {
    const { id } = await sentBy('email');
    await expect(handler(tagged('email', id))).rejects.toThrow('not recorded');
    expect(await statusOf(id)).toBe('sent');
  });

  it.each(['pay_nobody', ''])('a receipt whose tags name no collection (%j) fails', async (id) => {
    await expect(handler(tagged('email', id))).rejects.toThrow('not recorded');
  });
});
