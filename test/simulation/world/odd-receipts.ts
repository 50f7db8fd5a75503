/** The forms of receipts: each channel's words for the same, and what says nothing new, or is about messages of others. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Failure } from '#test/simulation/model/closed.ts';

type Detail = Record<string, unknown>;
export type Said = { 'detail-type'?: string; detail?: Detail; Records?: { Sns: { Message: string } }[] };
type Meant = { channel: Channel; status: string; failure: Failure | undefined; isCalm: boolean };

/** Each is as final as the usual one. */
const OPENED = ['Email Opened', 'Email Clicked'];
const SUBTYPES = ['General', 'NoEmail', 'Suppressed', 'OnAccountSuppressionList'];
const REFUSED = ['ContentRejected', 'MessageTooLarge', 'AttachmentRejected'];
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'other', undefined];
const UNDELIVERED = [
  ...['TEXT_CARRIER_UNREACHABLE', 'TEXT_UNREACHABLE', 'TEXT_TTL_EXPIRED', 'TEXT_INVALID', 'TEXT_INVALID_MESSAGE'],
  ...['TEXT_PROTECT_BLOCKED', 'TEXT_BLOCKED', 'TEXT_CARRIER_BLOCKED', 'TEXT_SPAM'],
];
const BLOCKED = ['TEXT_BLOCKED', 'TEXT_CARRIER_BLOCKED', 'TEXT_SPAM'];
/** Of WhatsApp: of the message, and of our own account there, which is an error in the log. */
const CODES = [[{ code: 131026 }], [{ code: 131047 }], [{ code: 470 }], [], undefined];
const OWN_FAULTS = [368, 131031, 131042, 131048].map((code) => [{ code }]);

export function saidOtherwise(event: Said, meant: Meant, random: Random): object {
  if (meant.channel === 'email') return { ...event, ...emailOtherwise(event, meant, random) };
  if (meant.channel === 'sms') return { ...event, detail: { ...event.detail, ...smsOtherwise(meant, random) } };
  return meant.status === 'failed' && meant.failure === undefined ? whatsappOtherwise(event, meant, random) : event;
}

function emailOtherwise({ detail }: Said, { status, failure }: Meant, random: Random): Said {
  if (status === 'read') return { 'detail-type': random.pick(OPENED) };
  const bounce = (bounceType: string, kinds: readonly string[]): Said => ({
    'detail-type': 'Email Bounced',
    detail: { ...detail, bounce: { bounceType, bounceSubType: random.pick(kinds) } },
  });
  if (failure === 'bounced') return bounce('Permanent', SUBTYPES);
  if (failure === 'complaint')
    return { detail: { ...detail, complaint: { complaintFeedbackType: random.pick(COMPLAINTS) } } };
  if (status !== 'failed' || failure !== undefined) return {};
  if (random.bool(0.4)) return bounce('Transient', REFUSED);
  return { 'detail-type': random.pick(['Email Rejected', 'Email Rendering Failed', 'Email Bounced']) };
}

function smsOtherwise({ status, failure }: Meant, random: Random): Detail {
  if (status !== 'failed' || failure === 'invalid_number') return {};
  return {
    eventType: random.pick(failure === 'blocked' ? BLOCKED : UNDELIVERED),
    isFinal: random.pick([true, undefined]),
  };
}

function whatsappOtherwise({ Records = [] }: Said, { isCalm }: Meant, random: Random): object {
  const errors = random.pick(isCalm ? CODES : [...CODES, ...OWN_FAULTS]);
  return {
    Records: Records.map(({ Sns }) => {
      const content = JSON.parse(Sns.Message);
      const entry = JSON.parse(content.whatsAppWebhookEntry);
      entry.changes[0].value.statuses[0].errors = errors;
      return { Sns: { Message: JSON.stringify({ ...content, whatsAppWebhookEntry: JSON.stringify(entry) }) } };
    }),
  };
}

/** Events that say nothing new of a message, or that are not about it, whatever they repeat of it. */
export function noReceiptsOf(message: Message, now: number): object[] {
  const { id: messageId, channel, collectionId, slot, token } = message;
  const tags = { collectionId, slot: String(slot), token };
  const event = { id: `nothing of ${messageId}`, time: `${new Date(now).toISOString().slice(0, 19)}Z` };
  const lists = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]]));
  const ses = (word: string, detail: Detail = {}) => ({
    ...event,
    source: 'aws.ses',
    'detail-type': word,
    detail: { mail: { messageId, tags: lists }, ...detail },
  });
  const sms = (detail: Detail) => ({
    ...event,
    source: 'aws.sms-voice',
    'detail-type': 'Text Message Delivery Status Updated',
    detail: { messageId, context: tags, isFinal: true, ...detail },
  });
  if (channel === 'email')
    return [
      ...['Email Sent', 'Email Delivery Delayed', 'Email Subscribed', 'constructor'].map((word) => ses(word)),
      ses('Email Complaint Received', { complaint: { complaintFeedbackType: 'not-spam' } }),
      ...[{}, { campaign: ['spring'] }, undefined].map((others) =>
        ses('Email Opened', { mail: { messageId, tags: others } }),
      ),
      ses('Email Opened', { mail: { tags: lists } }),
      ses('Email Opened', { mail: undefined }),
      { ...ses('Email Opened'), source: 'aws.other' },
    ];
  if (channel === 'sms')
    return [
      ...['TEXT_SENT', 'TEXT_QUEUED', 'TEXT_PENDING', 'TEXT_SUCCESSFUL', 'toString', undefined].map((eventType) =>
        sms({ eventType }),
      ),
      sms({ eventType: 'TEXT_DELIVERED', context: { campaign: 'spring' } }),
      sms({ eventType: 'TEXT_DELIVERED', context: { answer: 'help' } }),
      sms({ eventType: 'TEXT_DELIVERED', messageId: undefined }),
      { ...sms({ eventType: 'TEXT_DELIVERED' }), source: 'aws.other' },
    ];
  const status = { id: `wamid.${messageId}`, status: 'read', timestamp: String(Math.floor(now / 1000)) };
  const told = (given: Detail, envelope: Detail = {}, entry?: unknown) => {
    const content = {
      context: { MetaPhoneNumberIds: [{ arn: 'arn:aws:social-messaging:r:1:phone-number-id/1' }] },
      whatsAppWebhookEntry: entry ?? JSON.stringify({ changes: [{ value: { statuses: [{ ...status, ...given }] } }] }),
      messageId,
      ...envelope,
    };
    return { Records: [{ Sns: { Message: JSON.stringify(content) } }] };
  };
  return [
    ...['sent', 'accepted', 'deleted', undefined].map((word) => told({ status: word })),
    told({}, { context: { MetaPhoneNumberIds: [{ arn: 'arn:aws:social-messaging:r:1:phone-number-id/12' }] } }),
    told({}, { context: {} }),
    told({}, { context: undefined }),
    told({ timestamp: 'soon' }),
    told({ id: 7 }),
    told({}, {}, '{}'),
    told({}, {}, 'no JSON'),
    told({}, {}, '{"changes":[{}]}'),
    { Records: [{ Sns: { Message: 'null' } }] },
  ];
}
