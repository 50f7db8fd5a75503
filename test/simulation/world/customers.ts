/** The customers who receive messages: receipts from their phones, STOP replies, and visits to the opt-out link. */
import type { SNSEvent } from 'aws-lambda';
import { CHANNELS, type Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { visit } from './visit.ts';
import type { World } from './world.ts';

/** A receipt that a channel gives for its message; `time` is its own. */
export type Receipt = {
  messageId: string;
  channel: Channel;
  collectionId: string;
  slot: number;
  status: 'delivered' | 'read' | 'failed';
  time: number;
  /** When it first arrives. */
  at: number;
  appliedAt: number | undefined;
};

/** A customer's opt-out from `channels`, at the instant it is sent, in answer to the message of a slot of the collection `by`. */
export type Stop = {
  by: string;
  slot: number;
  /** `provider`: the channel itself refused the message with these words. */
  how: 'link' | 'provider' | Channel;
  channels: readonly Channel[];
  /** The address that was messaged. */
  to: string;
  at: number;
};

/** A customer's START, in answer to a message of the collection `by`. */
export type Start = { by: string; to: string; at: number };

/** What a customer answers that is no word of an opt-out, at the instant it is sent. */
export type OtherReply = { messageId: string; by: string; to: string; channel: Channel; text: string; at: number };

export type Customers = {
  receipts: ReadonlyMap<string, Receipt>;
  stops: Stop[];
  starts: readonly Start[];
  replies: ReadonlyMap<string, OtherReply>;
  got: (message: Message) => void;
  /** The recipient of the last message about the collection replies STOP now. */
  stop: (collectionId: string) => void;
  /** The ids of messages that were reported as failed for good. */
  failed: Set<string>;
};

const MINUTE = 60_000;
const STOPS = 0.04;
const PAYS = 0.3;
const REPLIES = 0.1;
const STARTS = 0.4;

export function createCustomers(world: World): Customers {
  const { kernel, lambda } = world;
  const random = randomFrom(world.seed, 'customers');
  const words = randomFrom(world.seed, 'replies');
  const failed = new Set<string>();
  const receipts = new Map<string, Receipt>();
  const stops: Stop[] = [];
  const starts: Start[] = [];
  const again = randomFrom(world.seed, 'starts');
  const replies = new Map<string, OtherReply>();
  const reply = ({ collectionId: by, slot, channel: how, to }: Message, event: SNSEvent) => {
    stops.push({ by, slot, how, channels: ['sms', 'whatsapp'], to, at: kernel.now() });
    lambda.invokeLater('receive-reply', stamped(event, kernel.now()));
  };
  /** Some change their mind, and some of those change it again. */
  const start = (message: Message) => {
    const { collectionId: by, to } = message;
    starts.push({ by, to, at: kernel.now() });
    lambda.invokeLater(
      'receive-reply',
      stamped(replyOf(message, again.pick(['START', ' start ', 'Unstop'])), kernel.now()),
    );
  };
  return {
    failed,
    receipts,
    stops,
    starts,
    replies,
    stop(collectionId) {
      const last = world.messages.findLast((each) => each.collectionId === collectionId && each.channel !== 'email');
      if (last !== undefined) reply(last, stopOf(last, random));
    },
    got(message) {
      confirm(world, { random, receipts, message });
      const page = /\/pay\/([0-9a-z]+)/.exec(message.text)?.[1];
      if (page !== undefined && random.bool(PAYS))
        kernel.after(random.between(0, 30 * MINUTE), () => visit(world, page, 'POST'));
      if (message.channel !== 'email' && words.bool(REPLIES)) {
        const text = words.pick(OTHER_WORDS);
        kernel.after(words.between(0, 90 * MINUTE), () => {
          const { collectionId: by, to, channel, id } = message;
          const messageId = inboundId(id, text);
          replies.set(messageId, { messageId, by, to, channel, text, at: kernel.now() });
          lambda.invokeLater('receive-reply', replyOf(message, text));
        });
      }
      if (!random.bool(STOPS)) return;
      const wait = random.between(0, 90 * MINUTE);
      const link = /\/u\/([0-9a-z]+)/.exec(message.text)?.[1];
      if (link !== undefined && random.bool(0.5))
        return kernel.after(wait, () => {
          const { collectionId: by, slot, to } = message;
          stops.push({ by, slot, how: 'link', channels: CHANNELS, to, at: kernel.now() });
          unsubscribe(world, link, random);
        });
      if (message.channel === 'email') return;
      const event = stopOf(message, random);
      kernel.after(wait, () => reply(message, event));
      if (again.bool(STARTS)) kernel.after(wait + again.between(2, 90) * MINUTE, () => start(message));
    },
  };
}

/** Receipts may arrive before the answer to the send, twice, and in any order. */
type Confirming = { random: Random; receipts: Map<string, Receipt>; message: Message };

function confirm({ kernel, faults, lambda, customers }: World, { random, receipts, message }: Confirming): void {
  if (!random.bool(0.7)) return;
  const words: Receipt['status'][] = random.bool(0.15)
    ? ['failed']
    : random.bool(0.5)
      ? ['delivered', 'read']
      : ['delivered'];
  for (const word of words) {
    const event = receiptOf(message, word, `receipt-${message.id}-${word}`, kernel.now());
    if (event === undefined) continue;
    const usual = () => random.between(1_000, 10 * MINUTE);
    const wait = faults.strikes('receipt-early') ? random.between(0, 3) : usual();
    const after = wait + (faults.strikes('receipt-late') ? 60 * MINUTE : 0);
    receipts.set(receiptId(message, word), receiptAt(message, word, { now: kernel.now(), after }));
    const tell = () => {
      if (word === 'failed') customers.failed.add(message.id);
      lambda.invokeLater('record-receipt', event);
    };
    kernel.after(after, tell);
    if (faults.strikes('receipt-twice')) kernel.after(usual(), tell);
  }
}

/** The id under which the service keeps it: WhatsApp's receipts have none of their own. */
const receiptId = ({ id, channel }: Message, word: string): string =>
  channel === 'whatsapp' ? `wamid.${id}#${word}` : `receipt-${id}-${word}`;

const receiptAt = (message: Message, status: Receipt['status'], { now, after }: { now: number; after: number }) => ({
  messageId: message.id,
  channel: message.channel,
  collectionId: message.collectionId,
  slot: message.slot,
  status,
  // Receipts carry whole seconds.
  time: Math.floor(now / 1000) * 1000,
  at: now + after,
  appliedAt: undefined,
});

const WORDS: Record<Exclude<Channel, 'whatsapp'>, Record<string, string>> = {
  sms: { delivered: 'TEXT_DELIVERED', failed: 'TEXT_CARRIER_UNREACHABLE' },
  email: { delivered: 'Email Delivered', read: 'Email Opened', failed: 'Email Bounced' },
};

function receiptOf(message: Message, status: string, id: string, at: number): object | undefined {
  const { id: messageId, channel, collectionId } = message;
  if (channel === 'whatsapp') return whatsappReceipt(message, status, at);
  const word = WORDS[channel][status];
  if (word === undefined) return undefined;
  const event = { id, time: `${new Date(at).toISOString().slice(0, 19)}Z` };
  if (channel === 'email') {
    const detail = { mail: { messageId, tags: { collectionId: [collectionId] } } };
    return { ...event, source: 'aws.ses', 'detail-type': word, detail };
  }
  const detail = { eventType: word, messageId, context: { collectionId }, isFinal: true };
  return { ...event, source: 'aws.sms-voice', 'detail-type': 'Text Message Delivery Status Updated', detail };
}

function whatsappReceipt({ id }: Message, status: string, at: number): SNSEvent {
  const errors = status === 'failed' ? [{ code: 131026 }] : undefined;
  const timestamp = String(Math.floor(at / 1000));
  const statuses = [{ id: `wamid.${id}`, status, timestamp, errors }];
  const content = {
    context: { MetaPhoneNumberIds: [{ arn: `arn:aws:social-messaging:r:1:phone-number-id/1` }] },
    whatsAppWebhookEntry: JSON.stringify({ changes: [{ value: { statuses } }] }),
    messageId: id,
  };
  return { Records: [{ Sns: { Message: JSON.stringify(content) } }] } as SNSEvent;
}

function stopOf({ channel, to, id }: Message, random: Random): SNSEvent {
  return replyOf(
    { channel, to, id },
    random.pick(['STOP', ' stop ', 'Unsubscribe', 'Opt-out', 'TD', 'Stop, wrong number!']),
  );
}

/** Words that change nothing about what is sent: "help" is answered, all else is kept with its collection. */
const OTHER_WORDS = ['HELP', ' help ', 'I have paid', 'Please stop writing to my office', 'Who is this?'];

/** SNS says when it got a message: the order of STOP and START does not depend on when they are handled. */
const stamped = ({ Records }: SNSEvent, at: number): SNSEvent => ({
  Records: Records.map((each) => ({ ...each, Sns: { ...each.Sns, Timestamp: new Date(at).toISOString() } })),
});

const inboundId = (id: string, text: string): string => `in-${id}-${text}`;

function replyOf({ channel, to, id }: Pick<Message, 'channel' | 'to' | 'id'>, text: string): SNSEvent {
  const inbound = inboundId(id, text);
  const messages = [{ from: to.replace('+', ''), id: inbound, type: 'text', text: { body: text } }];
  const content =
    channel === 'sms'
      ? { originationNumber: to, messageBody: text, inboundMessageId: inbound, previousPublishedMessageId: id }
      : { whatsAppWebhookEntry: JSON.stringify({ changes: [{ value: { messages } }] }) };
  return { Records: [{ Sns: { Message: JSON.stringify(content) } }] } as SNSEvent;
}

const MAX_TRIES = 3;

function unsubscribe(world: World, token: string, random: Random, tried = 1): void {
  const event = { ...anApiEvent({ method: 'POST', resource: '/u/{token}' }), pathParameters: { token } };
  world.lambda.invoke('unsubscribe', event, (ending) => {
    const status = ending.kind === 'returned' ? (ending.value as { statusCode: number }).statusCode : 503;
    if (status === 404) world.violate(9, 'an opt-out link of ours leads nowhere');
    if (status === 200) return world.note('customer unsubscribed by link');
    if (tried < MAX_TRIES)
      world.kernel.after(random.between(1_000, MINUTE), () => unsubscribe(world, token, random, tried + 1));
  });
}
