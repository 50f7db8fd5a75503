/** WhatsApp, by AWS End User Messaging Social: Meta's JSON, its receipts and replies, comes through SNS. Receipts are read here. */
import type { ChannelAdapter, InboundEvent } from '#lib/channels/adapter.ts';
import { attemptOf, parseObject } from '#lib/channels/bridge-receipt.ts';
import type { WhatsappSender } from '#lib/domain/channels/whatsapp/channel.ts';
import type { FailureKind, ParsedReceipt, ReceiptMeaning } from '#lib/domain/message/outgoing.ts';
import { readWhatsappReplies } from './replies.ts';

/** https://docs.aws.amazon.com/social-messaging/latest/userguide/managing-event-destination-dlrs.html. */
type Envelope = { context?: { MetaPhoneNumberIds?: { arn?: unknown }[] }; messageId?: unknown };
type Entry = { changes?: { value?: { statuses?: Status[] } }[] };
type Status = {
  id?: unknown;
  status?: unknown;
  timestamp?: unknown;
  recipient_id?: unknown;
  errors?: { code?: unknown }[];
  biz_opaque_callback_data?: unknown;
};

/**
 * Meta's error codes: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes. Any other failure is
 * the message's own: the address is not to blame.
 */
const FAILURES: Readonly<Record<string, FailureKind>> = {
  131026: 'not_on_whatsapp',
  // The person has stopped what Meta takes for marketing of this business, as it may take a template that was sent as utility.
  131050: 'blocked',
  // More than Meta takes in a while, of the number or for this person. It does not try again.
  130429: 'undelivered',
  131056: 'undelivered',
  ...Object.fromEntries(
    [
      // Permissions, policy, payment, reputation, a country that is closed to the business.
      [10, 190, 368, 130497, 131005, 131031, 131042, 131048],
      // The sender's number: deleted, its name not approved, not registered, in maintenance.
      [33, 131037, 131045, 131057, 133010],
      // The template: other parameters, unknown, against a policy, paused, disabled.
      [132000, 132001, 132007, 132015, 132016],
    ]
      .flat()
      .map((code) => [code, 'channel_fault'] as const),
  ),
};

/** A message from another number than the sender's is another application's. */
function readWhatsappReceipts(event: InboundEvent, sender: WhatsappSender | undefined): ParsedReceipt[] {
  if (!('Records' in event) || sender === undefined) return [];
  return event.Records.flatMap(({ Sns }) => receiptsIn(Sns.Message, sender));
}

function receiptsIn(message: string, { phoneNumberId }: WhatsappSender): ParsedReceipt[] {
  const content = parseObject(message);
  const { context, messageId } = content as Envelope;
  const arns = (context?.MetaPhoneNumberIds ?? []).map(({ arn }) => String(arn));
  if (!arns.some((arn) => numberIn(arn) === numberIn(phoneNumberId))) return [];
  const entry = parseObject((content as { whatsAppWebhookEntry?: unknown }).whatsAppWebhookEntry) as Entry;
  const statuses = (entry.changes ?? []).flatMap(({ value }) => value?.statuses ?? []);
  return statuses.flatMap((status) => receiptOf(status, messageId) ?? []);
}

/** From a number's id with its prefix, or from its ARN. */
const numberIn = (id: string): string => id.replace(/^.*phone-number-id[/-]/, '');

/**
 * Unconfirmed: that the envelope's id is the one which AWS answered to the send. Meta's own id is in the receipt, and in
 * replies; our tags name the attempt if neither is recorded.
 */
function receiptOf(status: Status, awsId: unknown): ParsedReceipt | undefined {
  const { id, timestamp, recipient_id, errors = [], biz_opaque_callback_data } = status;
  const code = String(errors[0]?.code ?? '');
  const meaning = meaningOf(status.status, code);
  const seconds = Number(timestamp);
  if (typeof id !== 'string' || meaning === undefined || !Number.isFinite(seconds)) return undefined;
  const word = String(status.status);
  return {
    channel: 'whatsapp',
    messageIds: typeof awsId === 'string' ? [id, awsId] : [id],
    receipt: {
      id: `${id}#${word}`,
      status: meaning.status,
      at: new Date(seconds * 1000).toISOString(),
      detail: /^\d{1,10}$/.test(code) ? code : word,
    },
    failure: meaning.failure,
    address: typeof recipient_id === 'string' ? `+${recipient_id.replace(/^\+/, '')}` : undefined,
    attempt: attemptOf(parseObject(biz_opaque_callback_data) as Record<string, unknown>),
  };
}

function meaningOf(status: unknown, code: string): ReceiptMeaning {
  if (status === 'delivered' || status === 'read') return { status };
  if (status !== 'failed') return undefined;
  return { status, failure: Object.hasOwn(FAILURES, code) ? FAILURES[code] : 'rejected' } as ReceiptMeaning;
}

export const whatsapp: ChannelAdapter<'whatsapp'> = {
  open: async () => (await import('./send.ts')).openWhatsapp,
  readReceipts: readWhatsappReceipts,
  readReplies: readWhatsappReplies,
};
