/** Keeps a customer's reply with the collection that it is about, and pauses the reminders of all debts that the last message named. */

import type { Account } from '#lib/domain/account.ts';
import { type Attempt, wasSent } from '#lib/domain/attempt.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { overLimit, phoneOf } from '#lib/domain/contact.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { type CollectionRef, parseCollectionId, parseLinkToken } from '#lib/domain/ids.ts';
import { addressKeysOf, foldPhone } from '#lib/domain/phone.ts';
import {
  isOverDailyLimit,
  type KeptReply,
  keepReply,
  type Reply,
  recipientOfToken,
  replyPauseEnd,
} from '#lib/domain/reply.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revisions/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type BesidePorts, emailsBeside } from './emails-beside.ts';
import {
  type HistoryAndOwner,
  isUsedUpByCustomer,
  type RevisePorts,
  reviseCollection,
  type StoredHistory,
} from './revise-collection.ts';

export type RecordReplyPorts = PauseAfterReplyPorts &
  FindRepliedPorts &
  BesidePorts &
  Pick<Store, 'recordReply' | 'recordEvent'>;

type Outcome = 'contact_replied' | 'reply_unproven' | 'reply_over_limit' | 'reply_unmatched';

/**
 * Keeps the reply with the collection `ref`, and pauses the follow-ups of every debt that it speaks of. What anybody can have written in
 * the customer's name is kept, and changes nothing.
 */
export async function recordReply(
  ports: RecordReplyPorts,
  reply: Reply,
  ref: CollectionRef | undefined,
): Promise<Outcome> {
  if (ref === undefined) return 'reply_unmatched';
  const history = await ports.getHistory(ref);
  const isRepeat = history?.replies.some(({ messageId }) => messageId === reply.messageId);
  if (history && !isRepeat && isOverDailyLimit(history.replies, reply, ports.clock.now())) {
    // Who forges replies must not make the merchant look for the customer's.
    if (!reply.isUnproven) await ports.recordEvent(ref, overLimit(reply.channel, ports.clock.now()));
    return 'reply_over_limit';
  }
  const kept = await ports.recordReply(ref, keepReply(reply, ports.clock.now()));
  if (kept.unproven) return 'reply_unproven';
  const owner = await ports.getAccount(ref.account);
  const others = history ? await alsoNamed(ports, history) : [];
  await Promise.all([
    pauseAfterReply(ports, { kept, history, owner }),
    ...others.map(async (other) => pauseAfterReply(ports, { kept, history: await ports.getHistory(other), owner })),
  ]);
  return 'contact_replied';
}

/** The other debts that the last message named: what is said to it is said of all of them. */
async function alsoNamed(
  ports: Pick<Store, 'getHistory'>,
  { collection: { ref }, attempts }: StoredHistory,
): Promise<CollectionRef[]> {
  const last = lastSent(attempts);
  const spokenBy = last?.with === undefined ? undefined : parseCollectionId(last.with);
  const leading = spokenBy && (await ports.getHistory(spokenBy));
  const { names = [], covers = [] } =
    (leading ? leading.attempts.find(({ token }) => token === last?.token) : last) ?? {};
  const hashes = [...names, ...covers.map(({ hash }) => hash)];
  const named = [...(spokenBy ? [spokenBy] : []), ...hashes.map((hash) => ({ account: ref.account, hash }))];
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

type FindRepliedPorts = Pick<Service, 'clock'> &
  NeedsSettings<'testAccountsSend'> &
  Pick<Store, 'findMessage' | 'findLastMessage' | 'findOpen' | 'getCollection' | 'getAccount'>;

/** `matchKey`: the phone or email to which the message went, as far as that is known. `byToken`: the address that is answered says so. */
export type AnsweredMessage = { ref: CollectionRef; matchKey?: string | undefined; byToken?: true };

const beside = (ports: BesidePorts, collection: Collection, account: Account): Promise<string[]> =>
  emailsBeside(ports, { collection, account, phone: phoneOf(collection.contact, account) });

/** By the message, or by the address to which it was sent. */
export async function findAnswered(
  ports: Pick<FindRepliedPorts, 'findMessage' | 'getAccount' | 'getCollection'> & BesidePorts,
  { channel, answers, link: token }: Pick<Reply, 'channel' | 'answers' | 'link'>,
): Promise<AnsweredMessage | undefined> {
  if (answers !== undefined) return ports.findMessage(channel, answers);
  const link = token === undefined ? undefined : parseLinkToken(token);
  if (link === undefined) return undefined;
  const [account, collection] = await Promise.all([ports.getAccount(link.ref.account), ports.getCollection(link.ref)]);
  if (account === undefined || collection === undefined) return undefined;
  const recipient =
    recipientOfToken(link, collection, account.salt) ??
    recipientOfToken(link, { ...collection, beside: await beside(ports, collection, account) }, account.salt);
  return recipient && { ref: link.ref, matchKey: recipient.email, byToken: true };
}

/** The phone that got the message that is answered, where the channel does not say who answers. */
export async function recipientOf(
  ports: FindRepliedPorts,
  answered: AnsweredMessage | undefined,
): Promise<string | undefined> {
  if (answered === undefined || answered.matchKey !== undefined) return answered?.matchKey;
  const collection = await ports.getCollection(answered.ref);
  // Before a correction, it may have gone to another.
  if (collection === undefined || collection.replaced !== undefined) return undefined;
  return addressKeysOf(collection.contact).find((address) => !address.includes('@'));
}

/**
 * Without a message that it answers, a reply by phone is about what the phone was last messaged about; when that is no longer open,
 * about the newest open collection, first of the account that last wrote. Nothing is lost while somebody has an open one.
 */
export async function findOpenFor(ports: FindRepliedPorts, from: string): Promise<CollectionRef | undefined> {
  const isEmail = from.includes('@');
  const [last, open] = await Promise.all([
    isEmail ? undefined : ports.findLastMessage(from),
    ports.findOpen(isEmail ? from : foldPhone(from)),
  ]);
  const isOfLast = ({ account }: CollectionRef) => account === last?.account;
  const others = open.filter((ref) => !isOfLast(ref));
  for (const ref of [...(last ? [last] : []), ...open.filter(isOfLast), ...others])
    if (await isOpen(ports, ref)) return ref;
  return last;
}

/** What is found may have ended a moment ago. A test account writes to nobody, so nobody replies to it. */
async function isOpen(ports: FindRepliedPorts, ref: CollectionRef): Promise<boolean> {
  const [collection, account] = await Promise.all([ports.getCollection(ref), ports.getAccount(ref.account)]);
  if (collection === undefined || account === undefined) return false;
  const isReal = account.mode === 'live' || ports.settings.testAccountsSend;
  return isReal && isPayable(asSeenAt(collection, ports.clock.now()).status);
}
