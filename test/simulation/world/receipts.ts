/**
 * The receipts of messages, as the channels report them: some early, some late, some twice.
 * What customers answer to a message, as SNS delivers it.
 */
import type { SNSEvent } from 'aws-lambda';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;

/** What a receipt says of its address; usually it says nothing of it. */
export type Failure = 'not_on_whatsapp' | 'invalid_number' | 'blocked' | 'bounced' | 'mailbox_full' | 'complaint';

type Status = 'delivered' | 'read' | 'failed' | 'noted';

/** Receipts may arrive before the answer to the send, twice, and in any order. */
export function confirm(world: World, message: Message, random: Random): void {
  const { kernel, faults, lambda, customers, closings } = world;
  if (!random.bool(0.7)) return;
  const words: Status[] = random.bool(0.15) ? ['failed'] : random.bool(0.5) ? ['delivered', 'read'] : ['delivered'];
  const complains = message.channel === 'email' && words[0] === 'delivered' && closings.complains();
  for (const word of complains ? [...words, 'noted' as const] : words) {
    const failure =
      word === 'noted' ? 'complaint' : word === 'failed' ? closings.failureOf(message.channel) : undefined;
    if (failure !== undefined) world.note(`address closed: ${failure}`);
    const event = receiptOf({ ...message, failure }, word, kernel.now());
    if (event === undefined) continue;
    const usual = () => random.between(1_000, 10 * MINUTE);
    const wait = faults.strikes('receipt-early') ? random.between(0, 3) : usual();
    const after = wait + (faults.strikes('receipt-late') ? 60 * MINUTE : 0);
    const tell = () => {
      if (word === 'failed') customers.failed.add(message.id);
      lambda.invokeLater('record-receipt', event);
    };
    kernel.after(after, tell);
    if (faults.strikes('receipt-twice')) kernel.after(usual(), tell);
  }
}

const WORDS: Record<Exclude<Channel, 'whatsapp'>, Record<string, string>> = {
  sms: { delivered: 'TEXT_DELIVERED', failed: 'TEXT_CARRIER_UNREACHABLE' },
  email: {
    delivered: 'Email Delivered',
    read: 'Email Opened',
    failed: 'Email Bounced',
    noted: 'Email Complaint Received',
  },
};

const SMS_FAILURES: Partial<Record<Failure, string>> = { invalid_number: 'TEXT_INVALID', blocked: 'TEXT_BLOCKED' };

const EMAIL_FAILURES: Partial<Record<Failure, object>> = {
  bounced: { bounce: { bounceType: 'Permanent', bounceSubType: 'General' } },
  mailbox_full: { bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } },
  complaint: { complaint: { complaintFeedbackType: 'abuse' } },
};

type Reported = Message & { failure: Failure | undefined };

/** SES and SMS repeat the tags of their message. Only a failure that says something of the address names it. */
export function receiptOf(message: Reported, status: Status, at: number): object | undefined {
  const { id: messageId, channel, collectionId, slot, token, failure, to } = message;
  const tags = { collectionId, slot: String(slot), token };
  if (channel === 'whatsapp') return whatsappReceipt(message, status, at);
  const word = WORDS[channel][status];
  if (word === undefined) return undefined;
  const event = { id: `receipt-${messageId}-${status}`, time: `${new Date(at).toISOString().slice(0, 19)}Z` };
  if (channel === 'email') {
    const lists = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]]));
    const mail = { messageId, tags: lists, ...(failure && { destination: [to] }) };
    const detail = { mail, ...(failure && EMAIL_FAILURES[failure]) };
    return { ...event, source: 'aws.ses', 'detail-type': word, detail };
  }
  const eventType = (failure && SMS_FAILURES[failure]) ?? word;
  const address = failure && { destinationPhoneNumber: to };
  const detail = { eventType, messageId, context: { ...tags, stage: 'local' }, isFinal: true, ...address };
  return { ...event, source: 'aws.sms-voice', 'detail-type': 'Text Message Delivery Status Updated', detail };
}

function whatsappReceipt({ id, failure, to }: Reported, status: Status, at: number): SNSEvent {
  const errors = status === 'failed' ? [{ code: 131026 }] : undefined;
  const timestamp = String(Math.floor(at / 1000));
  const recipient = failure && { recipient_id: to.replace('+', '') };
  const statuses = [{ id: `wamid.${id}`, status, timestamp, errors, ...recipient }];
  const content = {
    context: { MetaPhoneNumberIds: [{ arn: `arn:aws:social-messaging:r:1:phone-number-id/1` }] },
    whatsAppWebhookEntry: JSON.stringify({ changes: [{ value: { statuses } }] }),
    messageId: id,
  };
  return { Records: [{ Sns: { Message: JSON.stringify(content) } }] } as SNSEvent;
}

export function stopOf({ channel, to, id }: Message, random: Random): SNSEvent {
  return replyOf(
    { channel, to, id },
    random.pick(['STOP', ' stop ', 'Unsubscribe', 'Opt-out', 'TD', 'Stop, wrong number!']),
  );
}

/** Words that change nothing about what is sent: "help" is answered, all else is kept with its collection. */
export const OTHER_WORDS = ['HELP', ' help ', 'I have paid', 'Please stop writing to my office', 'Who is this?'];

/** SNS says when it got a message: the order of STOP and START does not depend on when they are handled. */
export const stamped = ({ Records }: SNSEvent, at: number): SNSEvent => ({
  Records: Records.map((each) => ({ ...each, Sns: { ...each.Sns, Timestamp: new Date(at).toISOString() } })),
});

const inboundId = (id: string, text: string): string => `in-${id}-${text}`;

export function replyOf({ channel, to, id }: Pick<Message, 'channel' | 'to' | 'id'>, text: string): SNSEvent {
  const inbound = inboundId(id, text);
  const messages = [{ from: to.replace('+', ''), id: inbound, type: 'text', text: { body: text } }];
  const content =
    channel === 'sms'
      ? { originationNumber: to, messageBody: text, inboundMessageId: inbound, previousPublishedMessageId: id }
      : { whatsAppWebhookEntry: JSON.stringify({ changes: [{ value: { messages } }] }) };
  return { Records: [{ Sns: { Message: JSON.stringify(content) } }] } as SNSEvent;
}
