/** Keeps a customer's reply with the collection that it is about, and pauses the reminders of all debts that the last message named. */
import { type Attempt, wasSent } from '#lib/domain/attempt.ts';
import { asSeenAt } from '#lib/domain/collection.ts';
import { overLimit } from '#lib/domain/contact.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { isOverDailyLimit, type KeptReply, keepReply, type Reply, replyPauseEnd } from '#lib/domain/reply.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type FindPorts, findCollection } from './find-replied.ts';
import {
  type HistoryAndOwner,
  isUsedUpByCustomer,
  type RevisePorts,
  reviseCollection,
  type StoredHistory,
} from './revise-collection.ts';

export type RecordReplyPorts = PauseAfterReplyPorts & FindPorts & Pick<Store, 'recordReply' | 'recordEvent'>;

type Outcome = 'contact_replied' | 'reply_over_limit' | 'reply_unmatched';

/** Keeps the reply with the collection that it answers, and pauses the follow-ups of every debt that it speaks of. */
export async function recordReply(ports: RecordReplyPorts, reply: Reply): Promise<Outcome> {
  const ref = await findCollection(ports, reply);
  if (ref === undefined) return 'reply_unmatched';
  const history = await ports.getHistory(ref);
  const isRepeat = history?.replies.some(({ messageId }) => messageId === reply.messageId);
  if (history && !isRepeat && isOverDailyLimit(history.replies, ports.clock.now())) {
    await ports.recordEvent(ref, overLimit(reply.channel, ports.clock.now()));
    return 'reply_over_limit';
  }
  const kept = await ports.recordReply(ref, keepReply(reply, ports.clock.now()));
  const owner = await ports.getAccount(ref.account);
  const others = history ? await alsoNamed(ports, history) : [];
  await Promise.all([
    pauseAfterReply(ports, { kept, history, owner }),
    ...others.map(async (other) => pauseAfterReply(ports, { kept, history: await ports.getHistory(other), owner })),
  ]);
  return 'contact_replied';
}

/** The other debts whose reminders the last message took the place of: what is said to it is said of all of them. */
async function alsoNamed(
  ports: Pick<Store, 'getHistory'>,
  { collection: { ref }, attempts }: StoredHistory,
): Promise<CollectionRef[]> {
  const last = lastSent(attempts);
  const spokenBy = last?.with === undefined ? undefined : parseCollectionId(last.with);
  const leading = spokenBy && (await ports.getHistory(spokenBy));
  const { covers = [] } = (leading ? leading.attempts.find(({ token }) => token === last?.token) : last) ?? {};
  const named = [...(spokenBy ? [spokenBy] : []), ...covers.map(({ hash }) => ({ account: ref.account, hash }))];
  const others = new Map(named.map((each) => [each.hash, each]));
  others.delete(ref.hash);
  return [...others.values()];
}

const lastSent = (attempts: readonly Attempt[]): Attempt | undefined =>
  attempts
    .filter(wasSent)
    .toSorted((one, other) => (one.claimedAt < other.claimedAt ? -1 : 1))
    .at(-1);

type PauseAfterReplyPorts = RevisePorts & Pick<Service, 'clock'>;

type ReplyInHistory = HistoryAndOwner<StoredHistory> & { kept: KeptReply };

/** Nothing is shortened, and a repeat changes nothing more. */
async function pauseAfterReply(ports: PauseAfterReplyPorts, { kept, history, owner }: ReplyInHistory): Promise<void> {
  const now = ports.clock.now();
  if (history === undefined || !isPayable(asSeenAt(history.collection, now).status)) return;
  const decide = (of: Revisable) => {
    const { slots } = planFollowUps(of.collection, of.setting);
    const until = replyPauseEnd(kept, { slots }, now)?.toISOString();
    return until === undefined || isUsedUpByCustomer(of.collection)
      ? undefined
      : pauseFollowUps(of, { until, reason: 'reply' }, now);
  };
  await reviseCollection(ports, { history, owner }, { account: history.collection.ref.account, now, decide });
}
