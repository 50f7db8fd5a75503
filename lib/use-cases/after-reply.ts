/** What a reply changes in the plan of its collection: an opt-in lets it go on, and any text that is no word pauses it. */
import { asSeenAt } from '#lib/domain/collection.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { goOnAfterOptIn } from '#lib/domain/go-on-after-opt-in.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type KeptReply, replyPauseEnd } from '#lib/domain/reply.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Clock } from './ports.ts';
import { type Decide, type RevisePorts, reviseCollection } from './revise-collection.ts';

export type AfterReplyPorts = RevisePorts & { clock: Pick<Clock, 'now'> };

/** So that the merchant can read it before the next reminder goes out. Nothing is shortened, and a repeat changes nothing more. */
export const pauseAfterReply = (ports: AfterReplyPorts, ref: CollectionRef, kept: KeptReply): Promise<void> =>
  reviseAfterReply(ports, ref, (now) => (of: Revisable) => {
    const until = replyPauseEnd(kept, planFollowUps(of.collection, of.setting), now)?.toISOString();
    return until === undefined ? undefined : pauseFollowUps(of, { until, reason: 'reply' }, now);
  });

/** While every channel was opted out, only the end of the collection was set as its next run. */
export const continueAfterOptIn = (ports: AfterReplyPorts, ref: CollectionRef): Promise<void> =>
  reviseAfterReply(ports, ref, (now) => (of) => goOnAfterOptIn(of, now));

async function reviseAfterReply(ports: AfterReplyPorts, ref: CollectionRef, decideAt: (now: Date) => Decide) {
  const [history, owner] = await Promise.all([ports.getHistory(ref), ports.getAccount(ref.account)]);
  const now = ports.clock.now();
  if (history === undefined || !isPayable(asSeenAt(history.collection, now).status)) return;
  await reviseCollection(ports, { history, owner }, { account: ref.account, now, decide: decideAt(now) });
}
