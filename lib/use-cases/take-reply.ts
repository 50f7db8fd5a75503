/** A customer's reply: STOP and START change opt-outs, HELP is answered, any other is kept and pauses the reminders. */
import type { Channels } from '#lib/channels/channels.ts';
import { type Attempt, wasSent } from '#lib/domain/attempt.ts';
import { reachesPhone } from '#lib/domain/channels/channels.ts';
import { answersHelp } from '#lib/domain/channels/renderers.ts';
import { asSeenAt } from '#lib/domain/collection.ts';
import { addressesLike, optedOutFrom, optOutEvent, overLimit } from '#lib/domain/contact.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
import { addressKeysOf, foldAddress } from '#lib/domain/phone.ts';
import { isOverDailyLimit, type KeptReply, keepReply, type Reply, replyPauseEnd } from '#lib/domain/reply.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { answerHelp, type HelpPorts } from './answer-help.ts';
import { type FindPorts, findAnswered, findCollection, findOpenFor } from './find-replied.ts';
import {
  type HistoryAndOwner,
  isUsedUpByCustomer,
  type RevisePorts,
  reviseCollection,
  type StoredHistory,
} from './revise-collection.ts';
import { type TellOptOutPorts, tellOptOut } from './tell-opt-out.ts';

export type ReplyPorts = TellOptOutPorts &
  HelpPorts &
  PauseAfterReplyPorts &
  FindPorts &
  Pick<Store, 'optOut' | 'optIn' | 'recordReply'> &
  Pick<Channels, 'clearAwsOptOut'>;

type Outcome =
  | 'contact_opted_out'
  | 'contact_opted_in'
  | 'opt_in_outdated'
  | 'help_answered'
  | 'help_not_answered'
  | 'contact_replied'
  | 'reply_over_limit'
  | 'reply_unmatched';

/** `at` is when the channel got the reply. Repeats of one reply change nothing more. */
export type ReceivedReply = { reply: Reply; at: Date };

export async function takeReply(ports: ReplyPorts, received: ReceivedReply): Promise<Outcome> {
  const { reply } = received;
  switch (readReplyWord(reply.text)) {
    case 'opt_out':
      return obey(ports, received, stop);
    case 'opt_in':
      return obey(ports, received, start);
    case 'help':
      return help(ports, reply);
    default:
      return keep(ports, reply);
  }
}

/** A forged sender silences nobody, and wakes nobody: a person of the merchant reads what it says. */
async function obey(ports: ReplyPorts, received: ReceivedReply, act: typeof stop): Promise<Outcome> {
  const { reply } = received;
  const isForged = reply.isUnproven && (await findAnswered(ports, reply)) === undefined;
  return isForged ? keep(ports, reply) : act(ports, received);
}

async function help(ports: ReplyPorts, reply: Reply): Promise<Outcome> {
  const { channel } = reply;
  if (!answersHelp(channel)) return keep(ports, reply);
  return answerHelp(ports, { channel, from: reply.from }, await findCollection(ports, reply));
}

async function stop(ports: ReplyPorts, received: ReceivedReply): Promise<Outcome> {
  const { reply, at } = received;
  const { channel, from } = reply;
  const like = (address: string) => addressesLike({ channel, address });
  await ports.optOut(like(from), 'reply', at);
  const meant = await meantBy(ports, reply);
  const [, ...others] = meant.addresses;
  if (others.length > 0) await ports.optOut(others.flatMap(like), 'reply', at);
  await tell(ports, 'contact.opted_out', received, meant);
  return 'contact_opted_out';
}

async function start(ports: ReplyPorts, received: ReceivedReply): Promise<Outcome> {
  const meant = await meantBy(ports, received.reply);
  const { channel } = received.reply;
  const addresses = meant.addresses.flatMap((address) => addressesLike({ channel, address }));
  const account = meant.ref && (await ports.getAccount(meant.ref.account));
  const own = account?.mode === 'test' ? optedOutFrom(account, addresses) : [];
  if (!(await ports.optIn([...addresses, ...own], received.at))) return 'opt_in_outdated';
  await Promise.all([
    tell(ports, 'contact.opted_in', received, meant),
    ...(reachesPhone(channel) ? meant.addresses.map((phone) => ports.clearAwsOptOut(phone)) : []),
  ]);
  return 'contact_opted_in';
}

/** `addresses`: phones or emails, the one that wrote first. `ref`: where it is told, which need not be open. */
type ReplyTarget = { addresses: readonly string[]; ref: CollectionRef | undefined };

/**
 * Who answers a message means the address that it went to, too: an account of WhatsApp may keep the id of an old number. A
 * collection that was corrected meanwhile is not told: it is addressed to somebody else now.
 */
async function meantBy(ports: ReplyPorts, reply: Reply): Promise<ReplyTarget> {
  const { from, channel } = reply;
  const isLike = (address: string): boolean => address.includes('@') === from.includes('@');
  const fold = (address: string): string => foldAddress(channel, address);
  const answered = await findAnswered(ports, reply);
  const ref = answered?.ref ?? (await findOpenFor(ports, from));
  const collection = ref && (await ports.getCollection(ref));
  const current = collection ? addressKeysOf(collection.contact).find(isLike) : undefined;
  const isCorrected = collection?.replaced?.some(isLike);
  const to = answered && (answered.matchKey ?? (isCorrected ? undefined : current));
  const addresses = [from, ...(to !== undefined && isLike(to) && to !== fold(from) ? [to] : [])];
  return { addresses, ref: current !== undefined && addresses.map(fold).includes(current) ? ref : undefined };
}

async function tell(
  ports: ReplyPorts,
  type: 'contact.opted_out' | 'contact.opted_in',
  { reply: { channel, messageId }, at }: ReceivedReply,
  { addresses: meant, ref }: ReplyTarget,
): Promise<void> {
  const addresses = meant.map((address) => ({ channel, address }));
  await tellOptOut(ports, { addresses, own: ref }, optOutEvent(type, { by: 'reply', channel, about: messageId, at }));
}

async function keep(ports: ReplyPorts, reply: Reply): Promise<Outcome> {
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
