/** Claims a due slot and, having won it, sends its message by the first channel that takes it. */
import type { Account } from '#lib/domain/account.ts';
import type { SendResult } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { claimOf, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import type { PlannedSlot } from '#lib/domain/follow-up/planned-slot.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type SendPorts, sendByFirstChannel } from './send-by-first-channel.ts';

export type ClaimPorts = SendPorts & {
  now: () => Date;
  /** A fresh name for this invocation's claim, at most 36 characters. */
  token: () => string;
  claimSlots: (claim: SlotClaim) => Promise<'won' | 'lost'>;
  recordResult: (of: { ref: CollectionRef; slot: number }, token: string, result: SendResult) => Promise<void>;
};

type Due = RunDecision & { kind: 'send' | 'skip' };
type RunContext = {
  loaded: { collection: Collection; account: Account };
  plan: FollowUpPlan;
  decision: Due;
  now: Date;
};

export async function claimAndSend(
  ports: ClaimPorts,
  { loaded, plan, decision, now }: RunContext,
): Promise<SendResult['status'] | 'skipped' | 'lost'> {
  const { collection, account } = loaded;
  const token = ports.token();
  if ((await ports.claimSlots(claimOf(collection, plan, decision, { token, now }))) === 'lost') return 'lost';
  if (decision.kind === 'skip') return 'skipped';
  const slot = plan.slots[decision.slot - 1] as PlannedSlot;
  const order = { channels: decision.channels, tone: slot.tone, slot: slot.slot, token };
  const result = await sendByFirstChannel(ports, { collection, account, plan }, order);
  await ports.recordResult({ ref: collection.ref, slot: slot.slot }, token, result);
  return result.status;
}
