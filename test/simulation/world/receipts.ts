/** The receipts of messages, as the channels report them: some early, some late, some twice. */
import type { SNSEvent } from 'aws-lambda';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Failure } from '#test/simulation/model/closed.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;

/** A receipt that a channel gives for its message; `time` is its own. */
export type Receipt = {
  messageId: string;
  channel: Channel;
  collectionId: string;
  slot: number;
  status: 'delivered' | 'read' | 'failed' | 'noted';
  /** What it says of the address; usually it names none. */
  failure: Failure | undefined;
  to: string;
  time: number;
  /** When it first arrives. */
  at: number;
  appliedAt: number | undefined;
};

/** Receipts may arrive before the answer to the send, twice, and in any order. */
type Confirming = { random: Random; receipts: Map<string, Receipt>; message: Message };

export function confirm(world: World, { random, receipts, message }: Confirming): void {
  const { kernel, faults, lambda, customers, closings } = world;
  if (!random.bool(0.7)) return;
  const words: Receipt['status'][] = random.bool(0.15)
    ? ['failed']
    : random.bool(0.5)
      ? ['delivered', 'read']
      : ['delivered'];
  const complains = message.channel === 'email' && words[0] === 'delivered' && closings.complains();
  for (const word of complains ? [...words, 'noted' as const] : words) {
    const failure =
      word === 'noted' ? 'complaint' : word === 'failed' ? closings.failureOf(message.channel) : undefined;
    if (failure !== undefined) world.note(`address closed: ${failure}`);
    const said = receiptOf(
      { ...message, failure, isTagged: world.repeatsTags },
      word,
      `receipt-${message.id}-${word}`,
      kernel.now(),
    );
    if (said === undefined) continue;
    const event = world.oddInbound.receipt(said, { message, status: word, failure });
    const usual = () => random.between(1_000, 10 * MINUTE);
    const wait = faults.strikes('receipt-early') ? random.between(0, 3) : usual();
    const after = wait + (faults.strikes('receipt-late') ? 60 * MINUTE : 0);
    receipts.set(receiptId(message, word), { ...receiptAt(message, word, { now: kernel.now(), after }), failure });
    const tell = () => {
      if (word === 'failed') customers.failed.add(message.id);
      lambda.invokeLater('record-receipt', event);
    };
    kernel.after(after, tell);
    if (faults.strikes('receipt-twice')) kernel.after(usual(), tell);
  }
}

/** The id under which the service keeps it: WhatsApp's receipts have none of their own. */
const receiptId = ({ id, channel }: Message, word: string): string =>
  channel === 'whatsapp' ? `wamid.${id}#${word}` : `receipt-${id}-${word}`;

const receiptAt = (message: Message, status: Receipt['status'], { now, after }: { now: number; after: number }) => ({
  messageId: message.id,
  channel: message.channel,
  collectionId: message.collectionId,
  slot: message.slot,
  to: message.to,
  status,
  // Receipts carry whole seconds.
  time: Math.floor(now / 1000) * 1000,
  at: now + after,
  appliedAt: undefined,
});

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

type Reported = Message & { failure: Failure | undefined; isTagged: boolean };

/** SES and SMS repeat the tags of their message. Only a failure that says something of the address names it. */
export function receiptOf(message: Reported, status: string, id: string, at: number): object | undefined {
  const { id: messageId, channel, collectionId, slot, token, failure, to } = message;
  const tags = { collectionId, slot: String(slot), token };
  if (channel === 'whatsapp')
    return whatsappReceipt(message, status, { at, tags: message.isTagged ? tags : undefined });
  const word = WORDS[channel][status];
  if (word === undefined) return undefined;
  const event = { id, time: `${new Date(at).toISOString().slice(0, 19)}Z` };
  if (channel === 'email') {
    const lists = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]]));
    const mail = { messageId, tags: lists, ...(failure && { destination: [to] }) };
    const detail = { mail, ...(failure && EMAIL_FAILURES[failure]) };
    return { ...event, source: 'aws.ses', 'detail-type': word, detail };
  }
  const eventType = (failure && SMS_FAILURES[failure]) ?? word;
  const address = failure && { destinationPhoneNumber: to };
  const detail = { eventType, messageId, context: tags, isFinal: true, ...address };
  return { ...event, source: 'aws.sms-voice', 'detail-type': 'Text Message Delivery Status Updated', detail };
}

type Repeated = { at: number; tags: object | undefined };

function whatsappReceipt({ id, failure, to }: Reported, status: string, { at, tags }: Repeated): SNSEvent {
  const errors = status === 'failed' ? [{ code: 131026 }] : undefined;
  const timestamp = String(Math.floor(at / 1000));
  const recipient = failure && { recipient_id: to.replace('+', '') };
  const repeated = tags && { biz_opaque_callback_data: JSON.stringify(tags) };
  const statuses = [{ id: `wamid.${id}`, status, timestamp, errors, ...recipient, ...repeated }];
  const content = {
    context: { MetaPhoneNumberIds: [{ arn: `arn:aws:social-messaging:r:1:phone-number-id/1` }] },
    whatsAppWebhookEntry: JSON.stringify({ changes: [{ value: { statuses } }] }),
    messageId: id,
  };
  return { Records: [{ Sns: { Message: JSON.stringify(content) } }] } as SNSEvent;
}
