/** The customers who receive messages: receipts from their phones, STOP replies, and visits to the opt-out link. */
import type { SNSEvent } from 'aws-lambda';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { isErased } from '#test/simulation/invariants/stored.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { confirm, type Receipt } from './receipts.ts';
import { inboundId, OTHER_WORDS, replyOf, stamped, stopOf } from './replies.ts';
import { visit } from './visit.ts';
import type { World } from './world.ts';

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
type OtherReply = { messageId: string; by: string; to: string; channel: Channel; text: string; at: number };

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
const STARTS = 0.7;
/** SNS does not keep the order. */
const MAX_DELIVERY = 20_000;

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
    lambda.invokeLater('receive-reply', world.oddInbound.reply(stamped(event, kernel.now())));
  };
  /** Some change their mind, and some of those change it again. */
  const start = (message: Message) => {
    const { collectionId: by, to } = message;
    starts.push({ by, to, at: kernel.now() });
    const event = stamped(replyOf(message, again.pick(['START', ' start ', 'Unstop'])), kernel.now());
    kernel.after(again.between(0, MAX_DELIVERY), () =>
      lambda.invokeLater('receive-reply', world.oddInbound.reply(event)),
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
          lambda.invokeLater('receive-reply', world.oddInbound.reply(replyOf(message, text)));
        });
      }
      if (!random.bool(STOPS)) return;
      const wait = random.between(0, 90 * MINUTE);
      const link = /\/u\/([0-9a-z]+)/.exec(message.text)?.[1];
      if (link !== undefined && random.bool(0.5))
        return kernel.after(wait, () => {
          const { collectionId: by, slot, to } = message;
          stops.push({ by, slot, how: 'link', channels: CHANNELS, to, at: kernel.now() });
          unsubscribe(world, { link, by }, random);
        });
      if (message.channel === 'email') return;
      const event = stopOf(message, random);
      kernel.after(wait, () => reply(message, event));
      if (!again.bool(STARTS)) return;
      const from = wait + again.between(2, 90) * MINUTE;
      kernel.after(from, () => start(message));
      // Some take START back before it is delivered.
      if (again.bool(0.5))
        kernel.after(from + again.between(1, MAX_DELIVERY), () => reply(message, replyOf(message, 'Revoke')));
    },
  };
}

const MAX_TRIES = 3;

type Link = { link: string; by: string };

function unsubscribe(world: World, { link: token, by }: Link, random: Random, tried = 1): void {
  const event = { ...anApiEvent({ method: 'POST', resource: '/u/{token}' }), pathParameters: { token } };
  world.lambda.invoke('unsubscribe', event, (ending) => {
    const status = ending.kind === 'returned' ? (ending.value as { statusCode: number }).statusCode : 503;
    if (status === 404 && !isErased(world, by)) world.violate(9, 'an opt-out link of ours leads nowhere');
    if (status === 200) return world.note('customer unsubscribed by link');
    if (tried < MAX_TRIES)
      world.kernel.after(random.between(1_000, MINUTE), () =>
        unsubscribe(world, { link: token, by }, random, tried + 1),
      );
  });
}
