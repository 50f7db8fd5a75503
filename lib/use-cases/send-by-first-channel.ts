/** Offers a message to one channel after another, until one accepts it, may have accepted it, or is to be asked later. */
import type { Channels } from '#lib/channels/channels.ts';
import { isRejectionUntold } from '#lib/domain/answers.ts';
import { type Attempt, CHANNEL_BUSY, type SendResult } from '#lib/domain/attempt.ts';
import { type Channel, channelsLike } from '#lib/domain/channels/channels.ts';
import type { Rendered } from '#lib/domain/channels/renderers.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { type Address, addressesLike, dailyOptOutEvent, newestContact, recipientOf } from '#lib/domain/contact.ts';
import { hoursOf } from '#lib/domain/follow-up/plan.ts';
import { deferUntil } from '#lib/domain/follow-up/retry.ts';
import { debtsMessage, slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import { costOf, type MessageCost } from '#lib/domain/forecast/message-prices.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Outgoing } from '#lib/domain/message/outgoing.ts';
import type { OwnTextUse } from '#lib/domain/message/own-text.ts';
import { whereaboutsOf } from '#lib/domain/person/policy.ts';
import { countriesOf } from '#lib/domain/phone.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import type { RunContext } from './run-context.ts';
import { type TellOptOutPorts, tellOptOut } from './tell-opt-out.ts';

export type SendPorts = Pick<Service, 'clock' | 'random'> &
  NeedsSettings<'baseUrl'> &
  OptOutPorts &
  Pick<Channels, 'send' | 'isOneWay'>;

/**
 * `debts`: all that the message names, oldest first, if it may name more than the collection. `untold`: the hashes of others among them
 * whose customer has not been told yet that a payment was not found.
 */
export type SendSubject = Pick<RunContext, 'collection' | 'account' | 'phone' | 'plan' | 'attempts'> & {
  debts?: readonly [Collection, ...Collection[]] | undefined;
  untold?: readonly string[];
};

/** `count` is called before a channel is asked. */
type Offer = { channels: readonly Channel[]; attempt: Attempt; count: (channel: Channel) => Promise<void> };

/** The channel is throttled, so nothing was sent; `retryAt` is when it is asked again. */
export type DeferredSend = { status: 'deferred'; channelsTried: readonly Channel[]; at: string; retryAt: string };

export async function sendByFirstChannel(
  ports: SendPorts,
  subject: SendSubject,
  { channels, attempt, count }: Offer,
): Promise<SendResult | DeferredSend> {
  const tried = [...attempt.channelsTried];
  const closed = new Set<Channel>();
  let isBusy = false;
  let reason = 'no_channel';
  for (const channel of channels) {
    if (closed.has(channel)) continue;
    if (!tried.includes(channel)) tried.push(channel);
    const first = outgoingFor(ports, subject, { attempt, channel });
    await count(channel);
    const { outgoing, outcome } = await sendOwnOrOurs(ports, subject, { attempt, channel, first });
    const now = ports.clock.now();
    const isClaimed = channel === channels[0] && attempt.text !== undefined && outgoing === first;
    const said = isClaimed ? {} : saidBy(outgoing);
    const result = { channelsTried: tried, at: now.toISOString(), ...said };
    const sent = { ...result, channel, ...costIn(subject, outgoing, channel) };
    if (outcome.kind === 'accepted') return { ...sent, status: 'sent', messageId: outcome.messageId };
    if (outcome.kind === 'ambiguous') return { ...sent, status: 'unknown', reason: outcome.reason };
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

/** It is kept with the message: prices change, and what was paid does not. */
function costIn({ account, phone }: SendSubject, { message }: Outgoing, channel: Channel): { cost?: MessageCost } {
  const [country] = countriesOf(whereaboutsOf({ phone, account }));
  const segments = 'segments' in message ? message.segments : undefined;
  const cost = costOf(account.messagePrices, { channel, country, segments });
  return cost === undefined ? {} : { cost };
}

type Sending = { attempt: Attempt; channel: Channel; first: Outgoing };

/** A channel that surely refused the merchant's words, such as a template that Meta has not approved, gets ours. */
async function sendOwnOrOurs(ports: SendPorts, subject: SendSubject, { attempt, channel, first }: Sending) {
  const outcome = await ports.send(first);
  const own = ownOf(first);
  const isOfWords = outcome.kind === 'refused' && !outcome.optedOut && !outcome.fault;
  if (!isOfWords || own === undefined || own.isUnused) return { outgoing: first, outcome };
  const { texts: _refused, ...account } = subject.account;
  const outgoing = outgoingFor(ports, { ...subject, account }, { attempt, channel });
  const ours: Outgoing = { ...outgoing, message: { ...outgoing.message, own: { ...own, isUnused: true } } as Rendered };
  return { outgoing: ours, outcome: await ports.send(ours) };
}

const ownOf = ({ message }: Outgoing): OwnTextUse | undefined => ('own' in message ? message.own : undefined);

export type Said = Pick<Attempt, 'own'> & { text: string };

/** What of a message is kept with its attempt. */
export function saidBy(outgoing: Outgoing): Said {
  const own = ownOf(outgoing);
  return { text: outgoing.message.text, ...(own && { own }) };
}

function deferred(
  { collection, plan }: SendSubject,
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
  { collection, account, phone, plan, attempts, debts, untold = [] }: SendSubject,
  { channel, attempt: { slot, token, tone } }: { channel: Channel; attempt: Attempt },
): Outgoing {
  const setting = { account, phone, hours: plan.hours, baseUrl: ports.settings.baseUrl, isOneWay: ports.isOneWay };
  const end = plan.slots[slot]?.dueAt ?? Date.parse(collection.expiresAt);
  const at = ports.clock.now().getTime();
  const left = Math.floor((end - at) / 1000);
  const tellsRejection =
    isRejectionUntold(collection, attempts) || (debts ?? []).some(({ ref }) => untold.includes(ref.hash));
  const choice = { channel, tone, at, tellsRejection };
  const contact = newestContact([collection, ...(debts ?? [])]);
  const message =
    debts === undefined
      ? slotMessage(collection, choice, setting)
      : debtsMessage({ collection, contact, debts }, choice, setting);
  return {
    to: recipientOf(contact, phone, channel),
    message,
    attempt: { collectionId: collection.id, slot, token, tone },
    timeToLiveSeconds: Math.max(MIN_LIFE_SECONDS, Math.min(MAX_LIFE_SECONDS, left)),
    fromName: account.name,
    ...(account.mode === 'test' && { isTest: true }),
  };
}

type OptOutPorts = TellOptOutPorts & Pick<Store, 'optOut'>;

export async function optOutByProvider(
  ports: OptOutPorts,
  { ref, address, at }: { ref: CollectionRef; address: Address; at: Date },
): Promise<void> {
  const { channel } = address;
  await ports.optOut(addressesLike(address), 'provider', at);
  await tellOptOut(ports, { addresses: [address], own: ref }, dailyOptOutEvent({ by: 'provider', channel, at }));
}
