/** Claims a due slot and, if the claim is saved, sends its message by the first channel that accepts it. */

import { type Attempt, CHANNEL_BUSY, type SendResult } from '#lib/domain/attempt.ts';
import { type Channel, reachesPhone } from '#lib/domain/channels/channels.ts';
import { personRefOf } from '#lib/domain/contact.ts';
import { claimOf, retryClaimOf, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import { isTestMessage } from '#lib/domain/message/outgoing.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type ReleasePorts, recountMessage, releaseMessage } from './release-message.ts';
import { type RunContext, retriedOf } from './run-context.ts';
import { outgoingFor, type SendPorts, sendByFirstChannel } from './send-by-first-channel.ts';

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
