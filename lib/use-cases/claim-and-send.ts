/** Claims a due slot and, if the claim is saved, sends its message by the first channel that accepts it. */
import type { SendResult } from '#lib/domain/attempt.ts';
import { claimOf, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { isTestMessage } from '#lib/domain/message/outgoing.ts';
import type { Random } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { outgoingFor, type SendPorts, sendByFirstChannel } from './send-by-first-channel.ts';

export type ClaimPorts = SendPorts & {
  random: Random;
  claimSlots: (claim: SlotClaim) => Promise<'won' | 'lost'>;
  recordResult: (of: { ref: CollectionRef; slot: number }, token: string, result: SendResult) => Promise<void>;
  /** So that a reply finds the collection. */
  recordLastMessage: (phone: string, of: { ref: CollectionRef; slot: number }, at: Date) => Promise<void>;
};

type DueContext = RunContext & { decision: RunDecision & { kind: 'send' | 'skip' } };

export async function claimAndSend(
  ports: ClaimPorts,
  context: DueContext,
): Promise<SendResult['status'] | 'skipped' | 'lost'> {
  const { collection, plan, decision, now } = context;
  const token = ports.random.nonce();
  const claim = claimOf(collection, plan, decision, { token, now, ...textOf(ports, context, token) });
  if ((await ports.claimSlots(claim)) === 'lost') return 'lost';
  if (decision.kind === 'skip') return 'skipped';
  const result = await sendByFirstChannel(ports, context, { ...decision, token: claim.token });
  const of = { ref: collection.ref, slot: decision.slot };
  // Beside the result, not in its transaction: two sends to one phone must not make each other's result wait.
  await Promise.all([
    ports.recordResult(of, claim.token, result),
    wentToPhone(result) && ports.recordLastMessage(context.phone.lookup, of, now),
  ]);
  return result.status;
}

/** Perhaps, if the outcome is unknown. A test account's message went nowhere, so no reply can belong to it. */
const wentToPhone = (result: SendResult): boolean =>
  result.status !== 'failed' &&
  (result.channel === 'sms' || result.channel === 'whatsapp') &&
  !(result.status === 'sent' && isTestMessage(result.messageId));
/** What the first channel is to say; a run that dies leaves it on record. */
function textOf(ports: ClaimPorts, context: DueContext, token: string): { text?: string } {
  const { slot, kind } = context.decision;
  const channel = kind === 'send' ? context.decision.channels[0] : undefined;
  return channel === undefined ? {} : { text: outgoingFor(ports, context, { channel, slot, token }).message.text };
}
