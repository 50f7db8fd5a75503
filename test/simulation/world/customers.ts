/** The customers who receive messages: receipts from their phones, STOP replies, and visits to the opt-out link. */
import type { SNSEvent } from 'aws-lambda';
import { CHANNELS, type Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { visit } from './visit.ts';
import type { World } from './world.ts';

/** A receipt that a channel gives; `time` is its own. */
export type Receipt = {
  collectionId: string;
  slot: number;
  status: 'delivered' | 'read' | 'failed';
  time: number;
  /** When it first arrives. */
  at: number;
  appliedAt: number | undefined;
};

/** A customer's opt-out from `channels`, at the instant it is sent, in answer to the message of a slot of the collection `by`. */
export type Stop = { by: string; slot: number; how: 'link' | Channel; channels: readonly Channel[]; at: number };

export type Customers = {
  receipts: ReadonlyMap<string, Receipt>;
  stops: readonly Stop[];
  got: (message: Message) => void;
  /** The recipient of the last message about the collection replies STOP now. */
  stop: (collectionId: string) => void;
};

const MINUTE = 60_000;
const STOPS = 0.04;
const PAYS = 0.3;

export function createCustomers(world: World): Customers {
  const { kernel, lambda } = world;
  const random = randomFrom(world.seed, 'customers');
  const receipts = new Map<string, Receipt>();
  const stops: Stop[] = [];
  const reply = ({ collectionId: by, slot, channel: how }: Message, event: SNSEvent) => {
    stops.push({ by, slot, how, channels: ['sms', 'whatsapp'], at: kernel.now() });
    lambda.invokeLater('receive-reply', event);
  };
  return {
    receipts,
    stops,
    stop(collectionId) {
      const last = world.messages.findLast((each) => each.collectionId === collectionId && each.channel !== 'email');
      if (last !== undefined) reply(last, stopOf(last, random));
    },
    got(message) {
      confirm(world, { random, receipts, message });
      const page = /\/pay\/([0-9a-z]+)/.exec(message.text)?.[1];
      if (page !== undefined && random.bool(PAYS))
        kernel.after(random.between(0, 30 * MINUTE), () => visit(world, page, 'POST'));
      if (!random.bool(STOPS)) return;
      const wait = random.between(0, 90 * MINUTE);
      const link = /\/u\/([0-9a-z]+)/.exec(message.text)?.[1];
      if (link !== undefined && random.bool(0.5))
        return kernel.after(wait, () => {
          const { collectionId: by, slot } = message;
          stops.push({ by, slot, how: 'link', channels: CHANNELS, at: kernel.now() });
          unsubscribe(world, link, random);
        });
      if (message.channel === 'email') return;
      const event = stopOf(message, random);
      kernel.after(wait, () => reply(message, event));
    },
  };
}

/** Receipts may arrive before the answer to the send, twice, and in any order. */
type Confirming = { random: Random; receipts: Map<string, Receipt>; message: Message };

function confirm({ kernel, faults, lambda }: World, { random, receipts, message }: Confirming): void {
  if (!random.bool(0.7)) return;
  const words: Receipt['status'][] = random.bool(0.15)
    ? ['failed']
    : random.bool(0.5)
      ? ['delivered', 'read']
      : ['delivered'];
  const { collectionId, slot } = message;
  for (const word of words) {
    const event = receiptOf(message, word, `receipt-${message.id}-${word}`, kernel.now());
    if (event === undefined) continue;
    const usual = () => random.between(1_000, 10 * MINUTE);
    const wait = faults.strikes('receipt-early') ? random.between(0, 3) : usual();
    const after = wait + (faults.strikes('receipt-late') ? 60 * MINUTE : 0);
    const at = kernel.now() + after;
    receipts.set(event.id, {
      collectionId,
      slot,
      status: word,
      time: Date.parse(event.time),
      at,
      appliedAt: undefined,
    });
    kernel.after(after, () => lambda.invokeLater('record-receipt', event));
    if (faults.strikes('receipt-twice')) kernel.after(usual(), () => lambda.invokeLater('record-receipt', event));
  }
}

const WORDS: Record<Channel, Record<string, string>> = {
  whatsapp: {
    delivered: 'WhatsApp Message Delivered',
    read: 'WhatsApp Message Read',
    failed: 'WhatsApp Message Failed',
  },
  sms: { delivered: 'TEXT_DELIVERED', failed: 'TEXT_CARRIER_UNREACHABLE' },
  email: { delivered: 'Email Delivered', read: 'Email Opened', failed: 'Email Bounced' },
};

function receiptOf({ id: messageId, channel, collectionId }: Message, status: string, id: string, at: number) {
  const word = WORDS[channel][status];
  if (word === undefined) return undefined;
  const event = { id, time: `${new Date(at).toISOString().slice(0, 19)}Z` };
  switch (channel) {
    case 'whatsapp':
      return { ...event, source: 'aws.social-messaging', 'detail-type': word, detail: { messageId } };
    case 'email': {
      const detail = { mail: { messageId, tags: { collectionId: [collectionId] } } };
      return { ...event, source: 'aws.ses', 'detail-type': word, detail };
    }
    case 'sms': {
      const detail = { eventType: word, messageId, context: { collectionId } };
      return { ...event, source: 'aws.sms-voice', 'detail-type': 'Text Message Delivery Status Updated', detail };
    }
  }
}

function stopOf({ channel, to, id }: Message, random: Random): SNSEvent {
  const text = random.pick(['STOP', ' stop ', 'Unsubscribe']);
  const messages = [{ from: to.replace('+', ''), type: 'text', text: { body: text } }];
  const content =
    channel === 'sms'
      ? { originationNumber: to, messageBody: text, previousPublishedMessageId: id }
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
