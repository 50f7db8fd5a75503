/** What each channel gives the local run: a fake of its service, and the events by which AWS reports of its messages. */
import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import { REGION_AND_ACCOUNT } from '#infra/local/fakes/environment.ts';
import type { Fake } from '#infra/local/fakes/fake.ts';
import type { Outbox, SentMessage } from '#infra/local/fakes/outbox.ts';

/** The functions that take replies. Named here, as the functions are loaded only when the fakes answer. */
export const RECEIVE_REPLY = 'receive-reply';
export const RECEIVE_EMAIL = 'receive-email';

export const RECEIPTS = ['delivered', 'read', 'failed'] as const;
export const REASONS = ['bounce', 'complaint', 'not_on_whatsapp', 'invalid_number', 'transient'] as const;

/** A status, or why a message failed. */
export type ReceiptKind = (typeof RECEIPTS)[number] | (typeof REASONS)[number];

/** `button`: a quick-reply button was pressed. `picture`: the text is its caption. */
export type ReplyKind = 'text' | 'button' | 'picture';

/**
 * `from` is in E.164, or an email; `answers` is the id of the message replied to, and `to` the address to which its answers go.
 */
export type LocalReply = {
  from: string;
  text: string;
  kind: ReplyKind;
  answers: string | undefined;
  to?: string | undefined;
  at: Date;
  /** What the receiving service says of an email, by the names of its checks; unnamed ones have passed. */
  verdicts?: Readonly<Partial<Record<MailCheck, MailVerdict>>> | undefined;
  /** What the sender's domain wants done with mail that fails DMARC. */
  dmarcPolicy?: DmarcPolicy | undefined;
};

export const MAIL_CHECKS = ['spf', 'dkim', 'dmarc', 'spam', 'virus'] as const;
type MailCheck = (typeof MAIL_CHECKS)[number];
export const MAIL_VERDICTS = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED'] as const;
type MailVerdict = (typeof MAIL_VERDICTS)[number];
export const DMARC_POLICIES = ['none', 'quarantine', 'reject'] as const;
type DmarcPolicy = (typeof DMARC_POLICIES)[number];

/** `baseUrl` is the service's: links in messages lead there. */
export type FakeOptions = { outbox: Outbox; now: () => Date; baseUrl: string };

export type LocalChannel = {
  fake: (options: FakeOptions) => Fake;
  /** Undefined when the channel has no such receipt. */
  receipt: (message: SentMessage, kind: ReceiptKind, at: Date) => object | undefined;
  replies?: {
    /** What AWS publishes. */
    content: (reply: LocalReply) => object;
    kinds: readonly ReplyKind[];
    /** The function that AWS tells of them. */
    receivedBy: string;
    /** AWS checks who sent them. */
    isMail?: true;
    /** AWS says that a reply answers the last message; else only a person who chooses a message says what it answers. */
    answersLast: boolean;
  };
};

/** An event of EventBridge. */
export const bridgeEvent = (source: string, type: string, detail: object, at: Date): object => ({
  version: '0',
  id: randomUUID(),
  'detail-type': type,
  source,
  account: '000000000000',
  time: `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`,
  region: 'us-east-1',
  resources: [],
  detail,
});

/** The tags that the sender gave the message; receipts repeat them. */
export const tagsOf = ({ collectionId, slot, tone }: SentMessage): Record<string, string> => ({
  ...(collectionId !== undefined && { collectionId }),
  ...(slot !== undefined && { slot: String(slot) }),
  ...(tone !== undefined && { tone }),
});

const TOPIC = `arn:aws:sns:${REGION_AND_ACCOUNT}:replies`;

/** What AWS publishes on an SNS topic, as the function behind it gets it. */
export function topicEvent(content: object, at: Date): SNSEvent {
  const Sns = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: JSON.stringify(content),
    Timestamp: at.toISOString(),
    SignatureVersion: '1',
    Signature: '',
    SigningCertUrl: '',
    UnsubscribeUrl: '',
    MessageAttributes: {},
  };
  return { Records: [{ EventVersion: '1.0', EventSource: 'aws:sns', EventSubscriptionArn: `${TOPIC}:local`, Sns }] };
}
