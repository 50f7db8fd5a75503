/**
 * Claims a due slot and, if the claim is saved, offers its message to one channel after another, until one accepts it, may have accepted
 * it, or is to be asked later.
 */
import type { Channels } from '#lib/channels/channels.ts';
import { type Attempt, CHANNEL_BUSY, type SendResult } from '#lib/domain/attempt.ts';
import { type Channel, channelsLike, reachesPhone } from '#lib/domain/channels/channels.ts';
import { type Address, addressesLike, dailyOptOutEvent, personRefOf, recipientOf } from '#lib/domain/contact.ts';
import { claimOf, retryClaimOf, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import { hoursOf } from '#lib/domain/follow-up/plan.ts';
import { deferUntil } from '#lib/domain/follow-up/retry.ts';
import { slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { isTestMessage, type Outgoing } from '#lib/domain/message/outgoing.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type ReleasePorts, type RunContext, recountMessage, releaseMessage, retriedOf } from './run-context.ts';
import { type TellOptOutPorts, tellOptOut } from './tell-opt-out.ts';

export type ClaimPorts = SendPorts &
  ReleasePorts &
  Pick<Service, 'random'> &
  Pick<Store, 'claimSlots' | 'recordResult' | 'recordLastMessage' | 'deferSlot'>;

type DueContext = RunContext & { decision: RunDecision & { kind: 'send' | 'skip' | 'retry' } };
type Sent = SendResult['status'] | 'deferred';

export async function claimAndSend(ports: ClaimPorts, context: DueContext): Promise<Sent | 'lost'> {
  const { decision } = context;
  const claim = { ...claimFor(ports, context), ...counting(context) };
  if ((await ports.claimSlots(claim)) === 'lost') return 'lost';
  if (decision.kind === 'skip') return 'skipped';
  return send(ports, context, { channels: decision.channels, attempt: claim.attempts.at(-1) as Attempt });
}

function claimFor(ports: ClaimPorts, context: DueContext): SlotClaim {
  const { collection, plan, decision, now } = context;
  const token = ports.random.nonce();
  if (decision.kind === 'skip') return claimOf(collection, plan, decision, { token, now });
  const textOf = (attempt: Attempt): string => firstText(ports, context, { ...decision, attempt });
  if (decision.kind === 'send') return claimOf(collection, plan, decision, { token, now, textOf });
  const retried = retriedOf(context);
  if (retried === undefined) throw new RangeError('a retry of no attempt');
  const { channels, nextRunAt } = decision;
  return retryClaimOf(collection, retried, { channels, nextRunAt, token, now, textOf });
}

/** The claim of a message counts it. */
function counting({ collection, account, phone, decision }: DueContext): Pick<SlotClaim, 'person'> {
  if (decision.kind === 'skip' || decision.person === undefined) return {};
  return { person: { ref: personRefOf(account.id, collection.contact, phone), person: decision.person } };
}

/** The message of a retry after a throttle was counted by the claim before. */
const countedIn = ({ decision, person }: DueContext) =>
  decision.kind === 'skip' ? undefined : (decision.person ?? person);

type Order = { channels: readonly Channel[]; attempt: Attempt };

/** What the first channel is to say; a run that dies leaves it on record. */
const firstText = (ports: ClaimPorts, context: DueContext, { channels: [first], attempt }: Order): string =>
  first === undefined ? '' : outgoingFor(ports, context, { channel: first, attempt }).message.text;

async function send(ports: ClaimPorts, context: DueContext, order: Order): Promise<Sent> {
  const of = { ref: context.collection.ref, slot: order.attempt.slot };
  const { token } = order.attempt;
  const { matchKey } = personRefOf(context.account.id, context.collection.contact, context.phone);
  const message = { person: countedIn(context), attempt: order.attempt };
  const count = (channel: Channel) => recountMessage(ports, context, { ...message, channel });
  const result = await sendByFirstChannel(ports, context, { ...order, count });
  const release = () => releaseMessage(ports, context, message);
  if (result.status === 'deferred') {
    if ((await ports.deferSlot(of, token, result)) === 'saved') return 'deferred';
    const { retryAt: _tooLate, ...unsent } = result;
    const skipped = { ...unsent, status: 'skipped', reason: CHANNEL_BUSY } as const;
    await Promise.all([ports.recordResult({ ...of, matchKey }, token, skipped), release()]);
    return 'skipped';
  }
  // Beside the result, not in its transaction: two sends to one phone must not make each other's result wait.
  await Promise.all([
    ports.recordResult({ ...of, matchKey }, token, result),
    (result.status === 'failed' || result.status === 'skipped') && release(),
    wentToPhone(result) && ports.recordLastMessage(context.phone.lookup, of, context.now),
  ]);
  return result.status;
}

/** Perhaps, if the outcome is unknown. A test account's message went nowhere, so no reply can belong to it. */
const wentToPhone = (result: SendResult): boolean =>
  (result.status === 'sent' || result.status === 'unknown') &&
  result.channel !== undefined &&
  reachesPhone(result.channel) &&
  !(result.status === 'sent' && isTestMessage(result.messageId));

type SendPorts = Pick<Service, 'clock' | 'random'> &
  NeedsSettings<'baseUrl'> &
  OptOutPorts &
  Pick<Channels, 'send' | 'isOneWay'>;

type Subject = Pick<RunContext, 'collection' | 'account' | 'phone' | 'plan'>;
/** `count` is called before a channel is asked. */
type Offer = { channels: readonly Channel[]; attempt: Attempt; count: (channel: Channel) => Promise<void> };

/** The channel is throttled, so nothing was sent; `retryAt` is when it is asked again. */
export type Deferred = { status: 'deferred'; channelsTried: readonly Channel[]; at: string; retryAt: string };

export async function sendByFirstChannel(
  ports: SendPorts,
  subject: Subject,
  { channels, attempt, count }: Offer,
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

function outgoingFor(
  ports: SendPorts,
  { collection, account, phone, plan }: Subject,
  { channel, attempt: { slot, token, tone } }: { channel: Channel; attempt: Attempt },
): Outgoing {
  const setting = { account, phone, hours: plan.hours, baseUrl: ports.settings.baseUrl, isOneWay: ports.isOneWay };
  const end = plan.slots[slot]?.dueAt ?? Date.parse(collection.expiresAt);
  const at = ports.clock.now().getTime();
  const left = Math.floor((end - at) / 1000);
  return {
    to: recipientOf(collection.contact, phone, channel),
    message: slotMessage(collection, { channel, tone, at }, setting),
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
