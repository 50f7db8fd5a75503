/** Reads customers' replies by SMS and WhatsApp, which AWS delivers through SNS. */
import type { Reply } from '#lib/domain/reply.ts';
import { parseObject } from './parse-object.ts';

/** https://docs.aws.amazon.com/sms-voice/latest/userguide/two-way-sms-payload.html. */
type Sms = {
  originationNumber?: unknown;
  messageBody?: unknown;
  inboundMessageId?: unknown;
  previousPublishedMessageId?: unknown;
};
/** https://docs.aws.amazon.com/social-messaging/latest/userguide/managing-event-destination-dlrs.html. */
type Whatsapp = { whatsAppWebhookEntry?: unknown };
type WebhookMessage = {
  from?: unknown;
  id?: unknown;
  type?: unknown;
  text?: { body?: unknown };
  button?: { text?: unknown };
  context?: { id?: unknown };
};
type WebhookEntry = { changes?: { value?: { messages?: WebhookMessage[] } }[] };

/** Reads the replies in one SNS message, whose id stands in for one that is missing. A message of another shape has none. */
export function readReplies(message: string, snsId: string): Reply[] {
  const content = parseObject(message);
  const sms = readSms(content, snsId);
  if (sms !== undefined) return [sms];
  const entry = parseObject((content as Whatsapp).whatsAppWebhookEntry) as WebhookEntry;
  return (
    entry.changes?.flatMap(({ value }) => value?.messages ?? []).flatMap((each) => readWhatsapp(each, snsId) ?? []) ??
    []
  );
}

function readSms(content: Sms, snsId: string): Reply | undefined {
  const { originationNumber: from, messageBody: text, inboundMessageId: id } = content;
  if (typeof from !== 'string' || typeof text !== 'string') return undefined;
  const messageId = typeof id === 'string' ? id : snsId;
  const { previousPublishedMessageId: answers } = content;
  return { channel: 'sms', messageId, from, text, ...(typeof answers === 'string' && { answers }) };
}

/** A text, or a pressed quick-reply button. Other types are media, and notices such as a change of number (`system`). */
function readWhatsapp({ from, id, type, text, button, context }: WebhookMessage, snsId: string): Reply | undefined {
  const body = type === 'text' ? text?.body : type === 'button' ? button?.text : undefined;
  if (typeof from !== 'string' || typeof body !== 'string') return undefined;
  const messageId = typeof id === 'string' ? id : snsId;
  // Meta's own id (wamid), which is not the id that AWS gave the message.
  const answers = context?.id;
  const e164 = from.startsWith('+') ? from : `+${from}`;
  return {
    channel: 'whatsapp',
    messageId,
    from: e164,
    text: body,
    ...(typeof answers === 'string' && { answers }),
  };
}
