/** Offers a slot's message to one channel after another, until one accepts it, may have accepted it, or is to be asked later. */

import type { Channels } from '#lib/channels/channels.ts';
import type { Attempt, SendResult } from '#lib/domain/attempt.ts';
import { CHANNEL_BUSY } from '#lib/domain/attempt.ts';
import { type Channel, channelsLike } from '#lib/domain/channels/channels.ts';
import { recipientOf } from '#lib/domain/contact.ts';
import { deferUntil } from '#lib/domain/follow-up/retry.ts';
import { hoursOf } from '#lib/domain/follow-up/slot-channels.ts';
import { slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import type { Outgoing } from '#lib/domain/message/outgoing.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { optOutByProvider } from './opt-out-by-provider.ts';
import type { RunContext } from './run-context.ts';

export type SendPorts = Pick<Service, 'clock' | 'random'> &
  NeedsSettings<'baseUrl'> &
  Pick<Store, 'optOut' | 'recordEvent'> &
  Pick<Channels, 'send' | 'isOneWay'>;

type Subject = Pick<RunContext, 'collection' | 'account' | 'phone' | 'plan'>;
/** `count` is called before a channel is asked. */
type Order = { channels: readonly Channel[]; attempt: Attempt; count: (channel: Channel) => Promise<void> };

/** The channel is throttled, so nothing was sent; `retryAt` is when it is asked again. */
export type Deferred = { status: 'deferred'; channelsTried: readonly Channel[]; at: string; retryAt: string };

export async function sendByFirstChannel(
  ports: SendPorts,
  subject: Subject,
  { channels, attempt, count }: Order,
): Promise<SendResult | Deferred> {
  const tried = [...attempt.channelsTried];
  const closed = new Set<Channel>();
  let isBusy = false;
  let reason = 'no_channel';
  for (const channel of channels) {
    if (closed.has(channel)) continue;
    if (!tried.includes(channel)) tried.push(channel);
    const outgoing = outgoingFor(ports, subject, { attempt, channel });
    await count(channel);
    const outcome = await ports.send(outgoing);
    const now = ports.clock.now();
    const said = channel === channels[0] ? {} : { text: outgoing.message.text };
    const result = { channelsTried: tried, at: now.toISOString(), ...said };
    if (outcome.kind === 'accepted') return { ...result, status: 'sent', channel, messageId: outcome.messageId };
    if (outcome.kind === 'ambiguous') return { ...result, status: 'unknown', channel, reason: outcome.reason };
    if (outcome.kind === 'throttled') {
      const retryAt = deferred(subject, attempt, { now, fraction: ports.random.fraction() });
      if (retryAt !== undefined) return { ...result, status: 'deferred', retryAt };
      isBusy = true;
      continue;
    }
    if (outcome.optedOut) {
      // It counts as STOP, which holds for every channel to the address.
      for (const each of channelsLike(channel)) closed.add(each);
      await optOutByProvider(ports, {
        ref: subject.collection.ref,
        address: { channel, address: outgoing.to },
        at: now,
      });
    }
    reason = outcome.reason;
  }
  const result = { channelsTried: tried, at: ports.clock.now().toISOString() };
  return isBusy ? { ...result, status: 'skipped', reason: CHANNEL_BUSY } : { ...result, status: 'failed', reason };
}

function deferred(
  { collection, plan }: Subject,
  attempt: Attempt,
  { now, fraction }: { now: Date; fraction: number },
): string | undefined {
  const { followUp, expiresAt } = collection;
  if (!followUp.enabled) return undefined;
  const end = Math.min(plan.slots[attempt.slot]?.dueAt ?? Number.POSITIVE_INFINITY, Date.parse(expiresAt));
  const deferring = { hours: hoursOf(plan, attempt.slot), cadence: followUp.cadence, since: attempt.at.deferred, end };
  const at = deferUntil(deferring, now.getTime(), fraction);
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** In seconds. A message is useless after the collection expires or the next message is due. */
const MAX_LIFE_SECONDS = 4 * 3600;
const MIN_LIFE_SECONDS = 60;

export function outgoingFor(
  ports: SendPorts,
  { collection, account, phone, plan }: Subject,
  { channel, attempt: { slot, token, tone } }: { channel: Channel; attempt: Attempt },
): Outgoing {
  const setting = { account, phone, hours: plan.hours, baseUrl: ports.settings.baseUrl, isOneWay: ports.isOneWay };
  const end = plan.slots[slot]?.dueAt ?? Date.parse(collection.expiresAt);
  const left = Math.floor((end - ports.clock.now().getTime()) / 1000);
  return {
    to: recipientOf(collection.contact, phone, channel),
    message: slotMessage(collection, { channel, tone }, setting),
    attempt: { collectionId: collection.id, slot, token, tone },
    timeToLiveSeconds: Math.max(MIN_LIFE_SECONDS, Math.min(MAX_LIFE_SECONDS, left)),
    fromName: account.name,
    ...(account.mode === 'test' && { isTest: true }),
  };
}
