/** A customer's reply: STOP and START change opt-outs, HELP is answered, any other is kept and pauses the reminders. */
import type { Channels } from '#lib/channels/channels.ts';
import { supportOf } from '#lib/domain/account.ts';
import { reachesPhone } from '#lib/domain/channels/channels.ts';
import { answersHelp, type HelpChannel, renderHelp } from '#lib/domain/channels/renderers.ts';
import { addressesLike, optedOutFrom, optOutEvent } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
import { addressKeysOf, foldAddress, parsePhone } from '#lib/domain/phone.ts';
import type { InboundReply, Reply } from '#lib/domain/reply.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { languageFor } from '#lib/words/languages.ts';
import {
  findAnswered,
  findCollection,
  findOpenFor,
  type RecordReplyPorts,
  recipientOf,
  recordReply,
} from './record-reply.ts';
import { type TellOptOutPorts, tellOptOut } from './tell-opt-out.ts';

type ReplyPorts = TellOptOutPorts &
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
  | Awaited<ReturnType<typeof recordReply>>;

type ReceivedReply = { reply: Reply; at: Date };

/** `at` is when the channel got the reply. Repeats of one reply change nothing more. */
export async function takeReply(
  ports: ReplyPorts,
  { reply: inbound, at }: { reply: InboundReply; at: Date },
): Promise<Outcome> {
  const from = inbound.from ?? (await recipientOf(ports, inbound));
  if (from === undefined) return 'reply_unmatched';
  const reply = { ...inbound, from };
  const received = { reply, at };
  switch (readReplyWord(reply.text)) {
    case 'opt_out':
      return obey(ports, received, stop);
    case 'opt_in':
      return obey(ports, received, start);
    case 'help':
      return help(ports, reply);
    default:
      return recordReply(ports, reply);
  }
}

/** A forged sender silences nobody, and wakes nobody: a person of the merchant reads what it says. */
async function obey(ports: ReplyPorts, received: ReceivedReply, act: typeof stop): Promise<Outcome> {
  const { reply } = received;
  const isForged = reply.isUnproven && (await findAnswered(ports, reply)) === undefined;
  return isForged ? recordReply(ports, reply) : act(ports, received);
}

async function help(ports: ReplyPorts, reply: Reply): Promise<Outcome> {
  const { channel } = reply;
  if (!answersHelp(channel)) return recordReply(ports, reply);
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
  const language = languageFor(parsePhone(from, undefined).country);
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
