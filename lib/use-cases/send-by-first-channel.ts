/** Offers a slot's message to one channel after another, until one accepts it or may have accepted it. */
import type { SendResult } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import { toneOf } from '#lib/domain/follow-up/plan.ts';
import { slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Outgoing, SendOutcome } from '#lib/domain/message/outgoing.ts';
import type { Address } from '#lib/domain/opt-out.ts';
import type { Clock, Random, Site } from './ports.ts';
import type { RunContext } from './run-context.ts';

export type SendPorts = {
  clock: Clock;
  random: Pick<Random, 'fraction'>;
  /** Makes exactly one request, and never throws. */
  send: (outgoing: Outgoing) => Promise<SendOutcome>;
  /** The channel's provider says that the address has opted out. */
  optOut: (address: Address, now: Date, ref: CollectionRef) => Promise<void>;
  site: Site;
  isSmsOneWay: () => boolean;
};

type Subject = Pick<RunContext, 'collection' | 'account' | 'phone' | 'plan'>;
type Order = { channels: readonly Channel[]; slot: number; token: string };

const TRIES_WHILE_THROTTLED = 3;
const BACK_OFF_MS = 1_000;

export async function sendByFirstChannel(ports: SendPorts, subject: Subject, order: Order): Promise<SendResult> {
  const tried: Channel[] = [];
  let reason = 'no_channel';
  let hasOptedOut = false;
  for (const channel of order.channels) {
    if (hasOptedOut && channel !== 'email') continue;
    tried.push(channel);
    const outgoing = outgoingFor(ports, subject, { ...order, channel });
    const outcome = await offer(ports, outgoing);
    const said = channel === order.channels[0] ? {} : { text: outgoing.message.text };
    const result = { channelsTried: tried, at: ports.clock.now().toISOString(), ...said };
    if (outcome.kind === 'accepted') return { ...result, status: 'sent', channel, messageId: outcome.messageId };
    if (outcome.kind === 'ambiguous') return { ...result, status: 'unknown', channel, reason: outcome.reason };
    if (outcome.kind === 'refused' && outcome.optedOut) {
      hasOptedOut = true;
      await ports.optOut({ channel, address: outgoing.to }, ports.clock.now(), subject.collection.ref);
    }
    reason = outcome.kind === 'refused' ? outcome.reason : 'throttled';
  }
  return { channelsTried: tried, at: ports.clock.now().toISOString(), status: 'failed', reason };
}

async function offer(ports: SendPorts, outgoing: Outgoing): Promise<SendOutcome> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await ports.send(outgoing);
    if (outcome.kind !== 'throttled' || tried === TRIES_WHILE_THROTTLED) return outcome;
    await ports.clock.sleep(BACK_OFF_MS * tried * (0.5 + ports.random.fraction() / 2));
  }
}

type Offered = Omit<Order, 'channels'> & { channel: Channel };

/** In seconds. A message is useless after the collection expires or the next message is due. */
const MAX_LIFE_SECONDS = 4 * 3600;
const MIN_LIFE_SECONDS = 60;

export function outgoingFor(
  ports: SendPorts,
  { collection, account, phone, plan }: Subject,
  { channel, slot, token }: Offered,
): Outgoing {
  const tone = toneOf(collection, plan, slot);
  const setting = { account, phone, hours: plan.hours, baseUrl: ports.site.baseUrl, isSmsOneWay: ports.isSmsOneWay() };
  const end = plan.slots[slot]?.dueAt ?? Date.parse(collection.expiresAt);
  const left = Math.floor((end - ports.clock.now().getTime()) / 1000);
  return {
    to: channel === 'email' ? collection.contact.email : phone.lookup,
    message: slotMessage(collection, { channel, tone }, setting),
    attempt: { collectionId: collection.id, slot, token, tone },
    timeToLiveSeconds: Math.max(MIN_LIFE_SECONDS, Math.min(MAX_LIFE_SECONDS, left)),
    fromName: account.name,
    ...(account.mode === 'test' && { isTest: true }),
  };
}
