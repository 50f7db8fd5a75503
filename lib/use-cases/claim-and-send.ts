/** Claims a due slot and, if the claim is saved, sends its message by the first channel that accepts it. */
import type { SendResult } from '#lib/domain/attempt.ts';
import { claimOf, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Random } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { outgoingFor, type SendPorts, sendByFirstChannel } from './send-by-first-channel.ts';

export type ClaimPorts = SendPorts & {
  random: Random;
  claimSlots: (claim: SlotClaim) => Promise<'won' | 'lost'>;
  recordResult: (of: { ref: CollectionRef; slot: number }, token: string, result: SendResult) => Promise<void>;
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
  await ports.recordResult({ ref: collection.ref, slot: decision.slot }, claim.token, result);
  return result.status;
}

/** What the first channel is to say; a run that dies leaves it on record. */
function textOf(ports: ClaimPorts, context: DueContext, token: string): { text?: string } {
  const { slot, kind } = context.decision;
  const channel = kind === 'send' ? context.decision.channels[0] : undefined;
  return channel === undefined ? {} : { text: outgoingFor(ports, context, { channel, slot, token }).message.text };
}
