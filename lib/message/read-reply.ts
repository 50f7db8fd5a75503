/** Reads customers' replies by SMS and WhatsApp, which AWS delivers through SNS. */

import { parseObject } from './parse-object.ts';

/** `from` is in E.164. `answers` is the id of our message, when the channel gives it. */
export type Reply = { channel: 'sms' | 'whatsapp'; from: string; text: string; answers?: string };

/** https://docs.aws.amazon.com/sms-voice/latest/userguide/two-way-sms-payload.html. */
type Sms = { originationNumber?: unknown; messageBody?: unknown; previousPublishedMessageId?: unknown };
/** https://docs.aws.amazon.com/social-messaging/latest/userguide/managing-event-destination-dlrs.html. */
type Whatsapp = { whatsAppWebhookEntry?: unknown };
type WebhookMessage = { from?: unknown; type?: unknown; text?: { body?: unknown }; button?: { text?: unknown } };
type WebhookEntry = { changes?: { value?: { messages?: WebhookMessage[] } }[] };

/** Reads the replies in one SNS message. A message of another shape has none. */
export function readReplies(message: string): Reply[] {
  const content = parseObject(message);
  const { originationNumber, messageBody, previousPublishedMessageId: answers } = content as Sms;
  if (typeof originationNumber === 'string' && typeof messageBody === 'string') {
    const reply = { channel: 'sms' as const, from: originationNumber, text: messageBody };
    return [{ ...reply, ...(typeof answers === 'string' && { answers }) }];
  }
  const entry = parseObject((content as Whatsapp).whatsAppWebhookEntry) as WebhookEntry;
  const messages = entry.changes?.flatMap(({ value }) => value?.messages ?? []) ?? [];
  return messages.flatMap(({ from, text, button }) => {
    const body = text?.body ?? button?.text;
    if (typeof from !== 'string' || typeof body !== 'string') return [];
    return [{ channel: 'whatsapp' as const, from: from.startsWith('+') ? from : `+${from}`, text: body }];
  });
}
