/** SMS in the local run: a fake of AWS End User Messaging SMS (SendTextMessage and DeleteOptedOutNumber, AWS JSON 1.0), receipts and replies. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  bridgeEvent,
  type FakeOptions,
  type LocalReply,
  type ReceiptKind,
  tagsOf,
} from '#infra/local/channels/local-channel.ts';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import { AwsRefusal, type Fake, jsonError, readBody } from '#infra/local/fakes/fake.ts';
import { attemptOf, type SentMessage } from '#infra/local/fakes/outbox.ts';

const SendTextMessage = z.object({
  DestinationPhoneNumber: z.string().check(z.maxLength(20), z.regex(/^\+?[1-9][0-9]{1,18}$/)),
  OriginationIdentity: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  ConfigurationSetName: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  MessageBody: z.string().check(z.minLength(1), z.maxLength(1600)),
  MessageType: z.optional(z.enum(['TRANSACTIONAL', 'PROMOTIONAL'])),
  MaxPrice: z.optional(z.string().check(z.minLength(2), z.maxLength(8), z.regex(/^[0-9]{0,2}\.[0-9]{1,5}$/))),
  TimeToLive: z.optional(z.int().check(z.minimum(5), z.maximum(259_200))),
  Context: z.optional(
    z
      .record(z.string().check(z.regex(/^\S{1,100}$/)), z.string().check(z.regex(/^\S{1,800}$/)))
      .check(z.refine((context) => Object.keys(context).length <= 5)),
  ),
});

const DeleteOptedOutNumber = z.object({ OptOutListName: z.literal('Default'), OptedOutNumber: z.string() });

// In this protocol every client error is a 400, throttling included.
const refusal = (type: string, message: string, details: Record<string, unknown> = {}): AwsRefusal =>
  new AwsRefusal({ status: 400, type, message, details });

const invalid = (message: string, member: string): AwsRefusal =>
  refusal('ValidationException', message, {
    Reason: 'FIELD_VALIDATION_FAILED',
    Fields: [{ Name: member, Message: message }],
  });

const unknown = (ResourceType: string, ResourceId = ''): AwsRefusal =>
  refusal('ResourceNotFoundException', 'Resource not found', { ResourceType, ResourceId });

const BLOCKED = refusal('ValidationException', 'Destination country is blocked', {
  Reason: 'DESTINATION_COUNTRY_BLOCKED',
});

export const fakeSms = ({ outbox, now }: FakeOptions): Fake => ({
  signingName: 'sms-voice',
  answers: ({ headers }) => String(headers['x-amz-target']).startsWith('PinpointSMSVoiceV2.'),
  spellError: jsonError('com.amazonaws.pinpointsmsvoicev2'),
  faults: {
    service: 'sms',
    refusals: {
      reject: BLOCKED,
      throttle: refusal('ThrottlingException', 'Rate exceeded'),
      error: new AwsRefusal({ status: 500, type: 'InternalServerException', message: 'Internal server error' }),
    },
  },
  answer: (request) => {
    const target = String(request.headers['x-amz-target']);
    if (target === 'PinpointSMSVoiceV2.DeleteOptedOutNumber') {
      // Nobody gets on this list: our own opt-outs keep messages away from it.
      throw unknown('opted-out-number', readBody(request, DeleteOptedOutNumber, invalid).OptedOutNumber);
    }
    if (target !== 'PinpointSMSVoiceV2.SendTextMessage') throw refusal('UnknownOperationException', target);
    const sent = readBody(request, SendTextMessage, invalid);
    if (sent.OriginationIdentity !== KNOWN.SMS_ORIGINATION_IDENTITY) {
      throw unknown('sender-id', sent.OriginationIdentity);
    }
    if (sent.ConfigurationSetName !== undefined && sent.ConfigurationSetName !== KNOWN.SMS_CONFIGURATION_SET) {
      throw unknown('configuration-set', sent.ConfigurationSetName);
    }
    const MessageId = randomUUID();
    outbox.accept({
      id: MessageId,
      channel: 'sms',
      to: sent.DestinationPhoneNumber,
      ...attemptOf(sent.Context ?? {}),
      text: sent.MessageBody,
      sentAt: now().toISOString(),
    });
    return { status: 200, body: { MessageId } };
  },
});

/** SMS has no receipt for being read. */
const SMS_EVENTS: Partial<Record<ReceiptKind, { eventType: string; isFinal: boolean }>> = {
  delivered: { eventType: 'TEXT_DELIVERED', isFinal: true },
  failed: { eventType: 'TEXT_CARRIER_UNREACHABLE', isFinal: true },
  transient: { eventType: 'TEXT_CARRIER_UNREACHABLE', isFinal: false },
  invalid_number: { eventType: 'TEXT_INVALID', isFinal: true },
};

export function smsReceipt(message: SentMessage, kind: ReceiptKind, at: Date): object | undefined {
  const found = SMS_EVENTS[kind];
  if (found === undefined) return undefined;
  const messageStatus = found.eventType.replace('TEXT_', '');
  const detail = {
    ...found,
    eventVersion: '1.0',
    eventTimestamp: at.getTime(),
    originationPhoneNumber: KNOWN.SMS_ORIGINATION_IDENTITY,
    destinationPhoneNumber: message.to,
    messageId: message.id,
    messageRequestTimestamp: Date.parse(message.sentAt),
    messageType: 'TRANSACTIONAL',
    messageStatus,
    messageStatusDescription: messageStatus,
    context: { ...tagsOf(message), stage: 'local' },
    totalMessageParts: 1,
  };
  return bridgeEvent('aws.sms-voice', 'Text Message Delivery Status Updated', detail, at);
}

export const smsReply = ({ from, text, answers }: LocalReply): object => ({
  originationNumber: from,
  destinationNumber: KNOWN.SMS_ORIGINATION_IDENTITY,
  messageKeyword: 'KEYWORD_000000000000',
  messageBody: text,
  inboundMessageId: randomUUID(),
  ...(answers !== undefined && { previousPublishedMessageId: answers }),
});
