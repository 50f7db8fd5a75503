/** Receipts of emails, as SES reports them. */
import { bridgeEvent, type ReceiptKind, tagsOf } from '#infra/local/channels/local-channel.ts';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';

export function emailReceipt(message: SentMessage, kind: ReceiptKind, at: Date): object | undefined {
  const found = emailFacts(message.to, kind, at.toISOString());
  if (found === undefined) return undefined;
  const [type, eventType, facts] = found;
  const mail = {
    timestamp: message.sentAt,
    source: KNOWN.EMAIL_FROM,
    messageId: message.id,
    destination: [message.to],
    tags: Object.fromEntries(Object.entries(tagsOf(message)).map(([name, value]) => [name, [value]])),
  };
  return bridgeEvent('aws.ses', type, { eventType, mail, ...facts }, at);
}

function emailFacts(to: string, kind: ReceiptKind, timestamp: string): [string, string, object] | undefined {
  const bounce = (bounceType: string) => ({
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: to }],
  });
  switch (kind) {
    case 'delivered':
      return ['Email Delivered', 'Delivery', { delivery: { timestamp, recipients: [to] } }];
    case 'read':
      return ['Email Opened', 'Open', { open: { timestamp } }];
    case 'failed':
    case 'bounce':
      return ['Email Bounced', 'Bounce', { bounce: { ...bounce('Permanent'), timestamp } }];
    case 'transient':
      return ['Email Bounced', 'Bounce', { bounce: { ...bounce('Transient'), timestamp } }];
    case 'complaint':
      return ['Email Complaint Received', 'Complaint', { complaint: { complaintFeedbackType: 'abuse', timestamp } }];
    default:
      return undefined;
  }
}
