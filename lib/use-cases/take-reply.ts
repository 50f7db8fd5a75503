/** A customer's reply: STOP and START change opt-outs, HELP is answered, any other is kept and pauses the reminders. */
import type { Channels } from '#lib/channels/channels.ts';
import { supportOf } from '#lib/domain/account.ts';
import { renderHelp } from '#lib/domain/channels/renderers.ts';
import { asSeenAt } from '#lib/domain/collection.ts';
import { optOutEvent, phoneAddresses } from '#lib/domain/contact.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { type KeptReply, keepReply, type Reply, replyPauseEnd } from '#lib/domain/reply.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { languageFor } from '#lib/words/languages.ts';
import { type RevisePorts, reviseCollection } from './revise-collection.ts';

type EventPorts = Pick<Store, 'recordEvent'>;

export type ReplyPorts = EventPorts &
  AnswerPorts &
  PauseAfterReplyPorts &
  Pick<Store, 'findMessage' | 'findLastMessage' | 'optOut' | 'optIn' | 'recordReply'> &
  Pick<Channels, 'clearAwsOptOut'>;

type Outcome =
  | 'contact_opted_out'
  | 'contact_opted_in'
  | 'opt_in_outdated'
  | 'help_answered'
  | 'help_not_answered'
  | 'contact_replied'
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

/** The collection whose message is answered, or the one last messaged to this phone. */
async function findCollection(
  ports: ReplyPorts,
  { channel, from, answers }: Reply,
): Promise<CollectionRef | undefined> {
  const answered = answers === undefined ? undefined : await ports.findMessage(channel, answers);
  return answered?.ref ?? ports.findLastMessage(from);
}

async function stop(ports: ReplyPorts, received: Received): Promise<Outcome> {
  await ports.optOut(phoneAddresses(received.reply.from), 'reply', received.at);
  await tell(ports, 'contact.opted_out', received, await findCollection(ports, received.reply));
  return 'contact_opted_out';
}

async function start(ports: ReplyPorts, received: Received): Promise<Outcome> {
  const { from } = received.reply;
  if (!(await ports.optIn(phoneAddresses(from), received.at))) return 'opt_in_outdated';
  const ref = await findCollection(ports, received.reply);
  await Promise.all([tell(ports, 'contact.opted_in', received, ref), ports.clearAwsOptOut(from)]);
  return 'contact_opted_in';
}

async function tell(
  ports: ReplyPorts,
  type: 'contact.opted_out' | 'contact.opted_in',
  { reply: { channel, messageId }, at }: Received,
  ref: CollectionRef | undefined,
): Promise<void> {
  if (ref) await ports.recordEvent(ref, optOutEvent(type, { by: 'reply', channel, about: messageId, at }));
}

async function keep(ports: ReplyPorts, reply: Reply): Promise<Outcome> {
  const ref = await findCollection(ports, reply);
  if (ref === undefined) return 'reply_unmatched';
  const kept = await ports.recordReply(ref, keepReply(reply, ports.clock.now()));
  await pauseAfterReply(ports, ref, kept);
  return 'contact_replied';
}

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

/** Nothing is shortened, and a repeat changes nothing more. */
async function pauseAfterReply(ports: PauseAfterReplyPorts, ref: CollectionRef, kept: KeptReply): Promise<void> {
  const [history, owner] = await Promise.all([ports.getHistory(ref), ports.getAccount(ref.account)]);
  const now = ports.clock.now();
  if (history === undefined || !isPayable(asSeenAt(history.collection, now).status)) return;
  const decide = (of: Revisable) => {
    const until = replyPauseEnd(kept, planFollowUps(of.collection, of.setting), now)?.toISOString();
    return until === undefined ? undefined : pauseFollowUps(of, { until, reason: 'reply' }, now);
  };
  await reviseCollection(ports, { history, owner }, { account: ref.account, now, decide });
}
