/** A customer's reply: STOP and START change opt-outs, HELP is answered, any other is kept and pauses the reminders. */
import type { Channels } from '#lib/channels/channels.ts';
import { type Account, supportOf } from '#lib/domain/account.ts';
import { type Channel, reachesPhone } from '#lib/domain/channels/channels.ts';
import { answersHelp, type HelpChannel, renderHelp } from '#lib/domain/channels/renderers.ts';
import { type Address, addressesLike, optedOutFrom, optOutEvent } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
import { addressKeysOf, foldAddress, parsePhone } from '#lib/domain/phone.ts';
import type { InboundReply, Reply } from '#lib/domain/reply.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { languageFor } from '#lib/words/languages.ts';
import {
  type AnsweredMessage,
  findAnswered,
  findOpenFor,
  type RecordReplyPorts,
  recipientOf,
  recordReply,
} from './record-reply.ts';
import { type TellOptOutPorts, tellOptOut } from './tell-opt-out.ts';

type ReplyPorts = TellOptOutPorts &
  Pick<Service, 'log'> &
  HelpPorts &
  RecordReplyPorts &
  Pick<Store, 'optOut' | 'optIn'> &
  Pick<Channels, 'clearAwsOptOut'>;

type Outcome =
  | 'contact_opted_out'
  | 'contact_opted_in'
  | 'opt_in_outdated'
  | 'help_answered'
  | 'help_not_answered'
  | 'reply_automatic'
  | Awaited<ReturnType<typeof recordReply>>;

type Received = { reply: InboundReply; at: Date };

/**
 * What is known of a reply: `answered`, the message that it answers; `ref`, the collection that it is about; `isSenderProven`, that
 * `from` wrote it.
 */
type ReceivedReply = {
  reply: Reply;
  at: Date;
  answered: AnsweredMessage | undefined;
  ref: CollectionRef | undefined;
  isSenderProven: boolean;
};

/** `at` is when the channel got the reply. Repeats of one reply change nothing more. */
export async function takeReply(ports: ReplyPorts, { reply: inbound, at }: Received): Promise<Outcome> {
  const answered = await findAnswered(ports, inbound);
  const from = inbound.from ?? (await recipientOf(ports, answered));
  if (from === undefined) return 'reply_unmatched';
  const { isUnproven = false, text: _unread, ...rest } = inbound;
  const ref = answered?.ref ?? (await findOpenFor(ports, from));
  // The body of what is nobody's is not even parsed.
  if (typeof inbound.text !== 'string' && isUnproven && ref === undefined) return 'reply_unmatched';
  const text = await readText(ports, inbound, ref);
  if (text === undefined) return 'reply_automatic';
  // Who answers to the address that only the recipient knows has shown that they got the message.
  const isForged = isUnproven && answered === undefined;
  const reply = { ...rest, from, text, ...(isForged && { isUnproven: true as const }) };
  const received = { reply, at, answered, ref, isSenderProven: !isUnproven };
  switch (readReplyWord(text)) {
    case 'opt_out':
      return obey(ports, received, stop);
    case 'opt_in':
      return obey(ports, received, start);
    case 'help':
      return help(ports, reply, ref);
    default:
      return recordReply(ports, reply, ref);
  }
}

/** Undefined for what a program wrote. `ref`: the collection that it is about. */
async function readText(
  ports: ReplyPorts,
  { text, channel }: InboundReply,
  ref: CollectionRef | undefined,
): Promise<string | undefined> {
  if (typeof text === 'string') return text;
  const read = await text(await conversation(ports, ref));
  if (read?.isBounded) ports.log.count('WARN', 'reply_cut', { channel });
  return read?.text;
}

/** What we have sent of a collection, and what was answered to it. */
async function conversation(ports: Pick<ReplyPorts, 'getHistory'>, ref: CollectionRef | undefined): Promise<string[]> {
  const { attempts = [], events = [], replies = [] } = (ref && (await ports.getHistory(ref))) ?? {};
  const written = events.map(({ data }) => data?.['text']);
  return [...attempts.map(({ text }) => text), ...written, ...replies.map(({ text }) => text)].filter(
    (text): text is string => text !== undefined && text !== '',
  );
}

function help(ports: ReplyPorts, reply: Reply, ref: CollectionRef | undefined): Promise<Outcome> {
  const { channel, from } = reply;
  return answersHelp(channel) ? answerHelp(ports, { channel, from }, ref) : recordReply(ports, reply, ref);
}

/** A forged sender silences nobody, and wakes nobody: a person of the merchant reads what it says. */
async function obey(ports: ReplyPorts, received: ReceivedReply, act: typeof stop): Promise<Outcome> {
  const meant = await meantBy(ports, received);
  return meant.addresses.length > 0 ? act(ports, received, meant) : recordReply(ports, received.reply, received.ref);
}

async function stop(ports: ReplyPorts, received: ReceivedReply, meant: ReplyTarget): Promise<Outcome> {
  for (const each of meant.addresses) await ports.optOut(keysOf(received.reply.channel, each), 'reply', received.at);
  await tell(ports, 'contact.opted_out', received, meant);
  return 'contact_opted_out';
}

async function start(ports: ReplyPorts, received: ReceivedReply, meant: ReplyTarget): Promise<Outcome> {
  const { channel } = received.reply;
  const addresses = meant.addresses.flatMap((each) => keysOf(channel, each));
  const { owner } = meant;
  const everywhere = meant.addresses.filter(({ within }) => within === undefined);
  const own = owner?.mode === 'test' ? optedOutFrom(owner, everywhere.flatMap(likeOf(channel))) : [];
  if (!(await ports.optIn([...addresses, ...own], received.at))) return 'opt_in_outdated';
  await Promise.all([
    tell(ports, 'contact.opted_in', received, meant),
    ...(reachesPhone(channel) ? meant.addresses.map(({ address }) => ports.clearAwsOptOut(address)) : []),
  ]);
  return 'contact_opted_in';
}

/** A phone or an email. `within`: a test account, outside which it concerns nobody. */
type MeantAddress = { address: string; within?: Account };

/** The one that wrote comes first. `ref`: where it is told, which need not be open; it is `owner`'s. */
type ReplyTarget = {
  addresses: readonly MeantAddress[];
  ref: CollectionRef | undefined;
  owner: Account | undefined;
};

const likeOf =
  (channel: Channel) =>
  ({ address }: MeantAddress): Address[] =>
    addressesLike({ channel, address });

const keysOf = (channel: Channel, meant: MeantAddress): Address[] =>
  meant.within ? optedOutFrom(meant.within, likeOf(channel)(meant)) : likeOf(channel)(meant);

/**
 * Who answers a message means the address that it went to: an account of WhatsApp may keep the id of an old number. The address that
 * wrote is meant only if it is certain that it did. A collection that was corrected meanwhile is not told: it is addressed to somebody
 * else now.
 */
async function meantBy(
  ports: ReplyPorts,
  { reply: { from, channel }, answered, ref, isSenderProven }: ReceivedReply,
): Promise<ReplyTarget> {
  const isLike = (address: string): boolean => address.includes('@') === from.includes('@');
  const fold = (address: string): string => foldAddress(channel, address);
  const [collection, owner] = await Promise.all([
    ref && ports.getCollection(ref),
    ref && ports.getAccount(ref.account),
  ]);
  const current = collection ? addressKeysOf(collection.contact).find(isLike) : undefined;
  const isCorrected = collection?.replaced?.some(isLike);
  const to = answered && (answered.matchKey ?? (isCorrected || answered.byToken ? undefined : current));
  const isOther = to !== undefined && isLike(to) && !(isSenderProven && fold(to) === fold(from));
  const within = answered?.byToken && owner?.mode === 'test' ? { within: owner } : {};
  const addresses: MeantAddress[] = [
    ...(isSenderProven ? [{ address: from }] : []),
    ...(isOther ? [{ address: to, ...within }] : []),
  ];
  const isTold = current !== undefined && addresses.some(({ address }) => fold(address) === current);
  return { addresses, ref: isTold ? ref : undefined, owner };
}

async function tell(
  ports: ReplyPorts,
  type: 'contact.opted_out' | 'contact.opted_in',
  { reply: { channel, messageId }, at }: ReceivedReply,
  { addresses, ref }: ReplyTarget,
): Promise<void> {
  const event = optOutEvent(type, { by: 'reply', channel, about: messageId, at });
  for (const { address, within } of addresses)
    await tellOptOut(ports, { addresses: [{ channel, address }], own: ref, within: within?.id }, event);
}

type HelpPorts = Pick<Service, 'clock'> &
  Pick<Store, 'getAccount' | 'claimHelp' | 'releaseHelp' | 'recordAnswer'> &
  Pick<Channels, 'send'>;

const HELP_TIME_TO_LIVE_SECONDS = 3_600;

/** Once in 24 hours for each phone. */
async function answerHelp(
  ports: HelpPorts,
  { channel, from }: { channel: HelpChannel; from: string },
  ref: CollectionRef | undefined,
): Promise<'help_answered' | 'help_not_answered'> {
  const account = ref && (await ports.getAccount(ref.account));
  const now = ports.clock.now();
  if (!ref || !account || !(await ports.claimHelp(from, now))) return 'help_not_answered';
  const language = languageFor(parsePhone(from, undefined).country, account.language);
  const message = renderHelp({ channel, language, merchant: account.name, support: supportOf(account) });
  const outgoing = { to: from, message, timeToLiveSeconds: HELP_TIME_TO_LIVE_SECONDS, fromName: account.name };
  const outcome = await ports.send(outgoing);
  if (outcome.kind === 'accepted') {
    await ports.recordAnswer(ref, { channel, messageId: outcome.messageId }, now);
    return 'help_answered';
  }
  // After an answer that is not clear it may be out: then it is not sent again.
  if (outcome.kind !== 'ambiguous') await ports.releaseHelp(from);
  return 'help_not_answered';
}
