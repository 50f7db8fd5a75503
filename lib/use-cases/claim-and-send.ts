/** Claims a due slot and, if the claim is saved, sends its message by the first channel that accepts it. */
import { type Attempt, CHANNEL_BUSY, type SendResult } from '#lib/domain/attempt.ts';
import { claimOf, retryClaimOf, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Random } from './ports.ts';
import type { RunContext } from './run-context.ts';
import { type Deferred, type SendPorts, sendByFirstChannel } from './send-by-first-channel.ts';

type SlotRef = { ref: CollectionRef; slot: number };

export type ClaimPorts = SendPorts & {
  random: Random;
  claimSlots: (claim: SlotClaim) => Promise<'won' | 'lost'>;
  recordResult: (of: SlotRef, token: string, result: SendResult) => Promise<void>;
  /** Sets the slot's retry, while the collection can be paid and no later slot is claimed. */
  deferSlot: (of: SlotRef, token: string, deferred: Deferred) => Promise<'saved' | 'lost'>;
};

type DueContext = RunContext & { decision: RunDecision & { kind: 'send' | 'skip' | 'retry' } };
type Sent = SendResult['status'] | 'deferred';

export async function claimAndSend(ports: ClaimPorts, context: DueContext): Promise<Sent | 'lost'> {
  const { decision } = context;
  const claim = claimFor(ports, context);
  if ((await ports.claimSlots(claim)) === 'lost') return 'lost';
  if (decision.kind === 'skip') return 'skipped';
  return send(ports, context, { channels: decision.channels, attempt: claim.attempts.at(-1) as Attempt });
}

function claimFor(ports: ClaimPorts, { collection, plan, decision, retried, now }: DueContext): SlotClaim {
  const token = ports.random.nonce();
  if (decision.kind !== 'retry') return claimOf(collection, plan, decision, { token, now });
  if (retried === undefined) throw new RangeError('a retry of no attempt');
  return retryClaimOf(collection, retried, { nextRunAt: decision.nextRunAt, token, now });
}

async function send(
  ports: ClaimPorts,
  context: DueContext,
  order: { channels: readonly Channel[]; attempt: Attempt },
): Promise<Sent> {
  const of = { ref: context.collection.ref, slot: order.attempt.slot };
  const { token } = order.attempt;
  const result = await sendByFirstChannel(ports, context, order);
  if (result.status === 'deferred') {
    if ((await ports.deferSlot(of, token, result)) === 'saved') return 'deferred';
    const { retryAt: _tooLate, ...unsent } = result;
    await ports.recordResult(of, token, { ...unsent, status: 'skipped', reason: CHANNEL_BUSY });
    return 'skipped';
  }
  await ports.recordResult(of, token, result);
  return result.status;
}
