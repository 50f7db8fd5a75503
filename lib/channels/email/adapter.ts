/** Email, by SES: its receipts come through EventBridge and are read here. */
import type { ChannelAdapter, InboundEvent } from '#lib/channels/adapter.ts';
import { bridgeReceipts } from '#lib/channels/bridge-receipt.ts';
import type { FailureKind, ParsedReceipt, ReceiptMeaning } from '#lib/domain/message/outgoing.ts';

const MEANINGS: Readonly<Record<string, NonNullable<ReceiptMeaning>>> = {
  'Email Delivered': { status: 'delivered' },
  'Email Opened': { status: 'read' },
  'Email Clicked': { status: 'read' },
  'Email Rejected': { status: 'failed', failure: 'rejected' },
  'Email Rendering Failed': { status: 'failed', failure: 'rejected' },
};

/** Of a bounce that is not permanent, by its subtype. Of any other one, nobody can say that the message did not arrive. */
const TRANSIENT: Readonly<Record<string, FailureKind>> = {
  MailboxFull: 'mailbox_full',
  MessageTooLarge: 'rejected',
  ContentRejected: 'rejected',
  AttachmentRejected: 'rejected',
};

type Bounce = { bounceType?: unknown; bounceSubType?: unknown };

type Mail = { messageId?: unknown; tags?: Record<string, unknown>; destination?: unknown };

/** SES repeats a message's tags. With other tags, another application in the AWS account sent the message. */
function readEmailReceipts(event: InboundEvent): ParsedReceipt[] {
  if ('Records' in event || event.source !== 'aws.ses') return [];
  const { detail, 'detail-type': word } = event;
  const { messageId, tags, destination } = (detail['mail'] ?? {}) as Mail;
  if (tags?.['collectionId'] === undefined) return [];
  const address = Array.isArray(destination) ? destination[0] : undefined;
  return bridgeReceipts(event, {
    channel: 'email',
    messageId,
    word,
    meaning: emailMeaning(word, detail),
    tags,
    address,
  });
}

function emailMeaning(detailType: string, detail: Record<string, unknown>): ReceiptMeaning {
  if (detailType === 'Email Bounced') return bounceMeaning((detail['bounce'] ?? {}) as Bounce);
  if (detailType === 'Email Complaint Received') return complaintMeaning(detail);
  return Object.hasOwn(MEANINGS, detailType) ? MEANINGS[detailType] : undefined;
}

function bounceMeaning({ bounceType = 'Permanent', bounceSubType }: Bounce): ReceiptMeaning {
  if (bounceType === 'Permanent') return { status: 'failed', failure: 'bounced' };
  const subtype = String(bounceSubType);
  const failure = bounceType === 'Transient' && Object.hasOwn(TRANSIENT, subtype) ? TRANSIENT[subtype] : undefined;
  return failure === undefined ? { status: 'noted', failure: 'soft_bounce' } : { status: 'failed', failure };
}

/** A person may also take a complaint back. */
function complaintMeaning(detail: Record<string, unknown>): ReceiptMeaning {
  const { complaintFeedbackType } = (detail['complaint'] ?? {}) as { complaintFeedbackType?: unknown };
  return complaintFeedbackType === 'not-spam' ? undefined : { status: 'noted', failure: 'complaint' };
}

export const email: ChannelAdapter<'email'> = {
  open: async () => (await import('./send.ts')).openEmail,
  readReceipts: readEmailReceipts,
};
