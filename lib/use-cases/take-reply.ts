/** A customer's reply: STOP and START change opt-outs, HELP is answered, any other is kept and pauses the reminders. */
import type { Channels } from '#lib/channels/channels.ts';
import { supportOf } from '#lib/domain/account.ts';
import { type Attempt, wasSent } from '#lib/domain/attempt.ts';
import { renderHelp } from '#lib/domain/channels/renderers.ts';
import { asSeenAt } from '#lib/domain/collection.ts';
import { optedOutFrom, optOutEvent, overLimit, phoneAddresses } from '#lib/domain/contact.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
import { addressKeysOf, foldPhone, parsePhone } from '#lib/domain/phone.ts';
import { isOverDailyLimit, type KeptReply, keepReply, type Reply, replyPauseEnd } from '#lib/domain/reply.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { languageFor } from '#lib/words/languages.ts';
import { type FindPorts, findAnswered, findCollection, findOpenFor } from './find-replied.ts';
import { isUsedUpByCustomer, type RevisePorts, reviseCollection } from './revise-collection.ts';
import { type TellOptOutPorts, tellOptOut } from './tell-opt-out.ts';

export type ReplyPorts = TellOptOutPorts &
  AnswerPorts &
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
export type Received = { reply: Reply; at: Date };

export async function takeReply(ports: ReplyPorts, received: Received): Promise<Outcome> {
  switch (readReplyWord(received.reply.text)) {
    case 'opt_out':
      return stop(ports, received);
    case 'opt_in':
      return start(ports, received);
    case 'help':
      return answerHelp(ports, received.reply, await findCollection(ports, received.reply));
    default:
      return keep(ports, received.reply);
  }
}

async function stop(ports: ReplyPorts, received: Received): Promise<Outcome> {
  const { reply, at } = received;
  await ports.optOut(phoneAddresses(reply.from), 'reply', at);
  const meant = await meantBy(ports, reply);
  const [, ...others] = meant.phones;
  if (others.length > 0) await ports.optOut(others.flatMap(phoneAddresses), 'reply', at);
  await tell(ports, 'contact.opted_out', received, meant);
  return 'contact_opted_out';
}

async function start(ports: ReplyPorts, received: Received): Promise<Outcome> {
  const meant = await meantBy(ports, received.reply);
  const addresses = meant.phones.flatMap(phoneAddresses);
  const account = meant.ref && (await ports.getAccount(meant.ref.account));
  const own = account?.mode === 'test' ? optedOutFrom(account, addresses) : [];
  if (!(await ports.optIn([...addresses, ...own], received.at))) return 'opt_in_outdated';
  await Promise.all([
    tell(ports, 'contact.opted_in', received, meant),
    ...meant.phones.map((phone) => ports.clearAwsOptOut(phone)),
  ]);
  return 'contact_opted_in';
}

/** `phones`: the one that wrote first. `ref`: where it is told, which need not be open. */
type Meant = { phones: readonly string[]; ref: CollectionRef | undefined };

/**
 * Who answers a message means the address that it went to, too: an account of WhatsApp may keep the id of an old number. A
 * collection that was corrected meanwhile is not told: it is addressed to somebody else now.
 */
async function meantBy(ports: ReplyPorts, reply: Reply): Promise<Meant> {
  const { from } = reply;
  const answered = await findAnswered(ports, reply);
  const ref = answered?.ref ?? (await findOpenFor(ports, from));
  const collection = ref && (await ports.getCollection(ref));
  const current = collection ? addressKeysOf(collection.contact).find(isPhone) : undefined;
  const isCorrected = collection?.replaced?.some(isPhone);
  const to = answered && (answered.matchKey ?? (isCorrected ? undefined : current));
  const phones = [from, ...(to !== undefined && isPhone(to) && to !== foldPhone(from) ? [to] : [])];
  return { phones, ref: current !== undefined && phones.map(foldPhone).includes(current) ? ref : undefined };
}

const isPhone = (address: string): boolean => !address.includes('@');

async function tell(
  ports: ReplyPorts,
  type: 'contact.opted_out' | 'contact.opted_in',
  { reply: { channel, messageId }, at }: Received,
  { phones, ref }: Meant,
): Promise<void> {
  const addresses = phones.map((address) => ({ channel, address }));
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
  const others = history ? await alsoNamed(ports, history) : [];
  await Promise.all([
    pauseAfterReply(ports, ref, { kept, history }),
    ...others.map(async (other) => pauseAfterReply(ports, other, { kept, history: await ports.getHistory(other) })),
  ]);
  return 'contact_replied';
}

type History = NonNullable<Awaited<ReturnType<Store['getHistory']>>>;

/** The other debts whose reminders the last message took the place of: what is said to it is said of all of them. */
async function alsoNamed(
  ports: Pick<Store, 'getHistory'>,
  { collection: { ref }, attempts }: History,
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

type AnswerPorts = Pick<Service, 'clock'> &
  Pick<Store, 'getAccount' | 'claimHelp' | 'releaseHelp' | 'recordAnswer'> &
  Pick<Channels, 'send'>;

const TIME_TO_LIVE_SECONDS = 3_600;

async function answerHelp(
  ports: AnswerPorts,
  { channel, from }: Reply,
  ref: CollectionRef | undefined,
): Promise<'help_answered' | 'help_not_answered'> {
  const account = ref && (await ports.getAccount(ref.account));
  const now = ports.clock.now();
  if (!ref || !account || !(await ports.claimHelp(from, now))) return 'help_not_answered';
  const language = languageFor(parsePhone(from, undefined).country);
  const message = renderHelp({ channel, language, merchant: account.name, support: supportOf(account) });
  const outgoing = { to: from, message, timeToLiveSeconds: TIME_TO_LIVE_SECONDS, fromName: account.name };
  const outcome = await ports.send(outgoing);
  if (outcome.kind === 'accepted') {
    await ports.recordAnswer(ref, { channel, messageId: outcome.messageId }, now);
    return 'help_answered';
  }
  // After an answer that is not clear it may be out: then it is not sent again.
  if (outcome.kind !== 'ambiguous') await ports.releaseHelp(from);
  return 'help_not_answered';
}

type PauseAfterReplyPorts = RevisePorts & Pick<Service, 'clock'>;

type Replied = { kept: KeptReply; history: History | undefined };

/** Nothing is shortened, and a repeat changes nothing more. */
async function pauseAfterReply(
  ports: PauseAfterReplyPorts,
  ref: CollectionRef,
  { kept, history }: Replied,
): Promise<void> {
  const owner = await ports.getAccount(ref.account);
  const now = ports.clock.now();
  if (history === undefined || !isPayable(asSeenAt(history.collection, now).status)) return;
  const decide = (of: Revisable) => {
    const { slots } = planFollowUps(of.collection, of.setting);
    const until = replyPauseEnd(kept, { slots }, now)?.toISOString();
    return until === undefined || isUsedUpByCustomer(of.collection)
      ? undefined
      : pauseFollowUps(of, { until, reason: 'reply' }, now);
  };
  await reviseCollection(ports, { history, owner }, { account: ref.account, now, decide });
}
