/** A reply that is no word pauses the reminders of its collection, so that the merchant can read it before the next one. */

import { asSeenAt } from '#lib/domain/collection.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type KeptReply, replyPauseEnd } from '#lib/domain/reply.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import { type RevisePorts, reviseCollection } from './revise-collection.ts';

export type PauseAfterReplyPorts = RevisePorts & Pick<Service, 'clock'>;

/** Nothing is shortened, and a repeat changes nothing more. */
export async function pauseAfterReply(ports: PauseAfterReplyPorts, ref: CollectionRef, kept: KeptReply): Promise<void> {
  const [history, owner] = await Promise.all([ports.getHistory(ref), ports.getAccount(ref.account)]);
  const now = ports.clock.now();
  if (history === undefined || !isPayable(asSeenAt(history.collection, now).status)) return;
  const decide = (of: Revisable) => {
    const until = replyPauseEnd(kept, planFollowUps(of.collection, of.setting), now)?.toISOString();
    return until === undefined ? undefined : pauseFollowUps(of, { until, reason: 'reply' }, now);
  };
  await reviseCollection(ports, { history, owner }, { account: ref.account, now, decide });
}
