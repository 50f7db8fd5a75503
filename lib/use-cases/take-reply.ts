/** A customer's reply: STOP and START change opt-outs, HELP is answered, any other is kept and pauses the reminders. */

import type { Channels } from '#lib/channels/channels.ts';
import { optOutEvent, phoneAddresses } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
import { keepReply, type Reply } from '#lib/domain/reply.ts';
import type { Store } from '#lib/store/store.ts';
import { type AnswerPorts, answerHelp } from './answer-help.ts';
import { type PauseAfterReplyPorts, pauseAfterReply } from './pause-after-reply.ts';

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
