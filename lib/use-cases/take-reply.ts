/** A customer's reply: STOP and START change opt-outs, HELP is answered, any other is kept and pauses the reminders. */
import type { Account } from '#lib/domain/account.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
import { type Address, type OptOutSource, optOutEvent, phoneAddresses } from '#lib/domain/opt-out.ts';
import { type KeptReply, keepReply, type Reply } from '#lib/domain/reply.ts';
import { type AnswerPorts, answerHelp } from './answer-help.ts';
import { type PauseAfterReplyPorts, pauseAfterReply } from './pause-after-reply.ts';

export type EventPorts = {
  recordEvent: (
    ref: CollectionRef,
    event: { type: string; timestamp: string; about: string; data: Record<string, string> },
  ) => Promise<void>;
};

export type ReplyPorts = EventPorts &
  AnswerPorts &
  PauseAfterReplyPorts & {
    findMessage: (channel: Reply['channel'], messageId: string) => Promise<{ ref: CollectionRef } | undefined>;
    findLastMessage: (phone: string) => Promise<CollectionRef | undefined>;
    getAccount: (account: string) => Promise<Account | undefined>;
    optOut: (addresses: readonly Address[], by: OptOutSource, at: Date) => Promise<void>;
    /** False when the person opted out again after `at`. */
    optIn: (addresses: readonly Address[], at: Date) => Promise<boolean>;
    /** Never throws. */
    clearAwsOptOut: (phone: string) => Promise<void>;
    /** Once for each message; answers what is kept. */
    recordReply: (ref: CollectionRef, reply: KeptReply) => Promise<KeptReply>;
  };

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
