/** What customers write back: replies by SMS and WhatsApp, as AWS hands them on through SNS. */

/** `from` is in E.164. `answers` is the id of our message that it follows, where the channel says so. */
export type Reply = { channel: 'sms' | 'whatsapp'; from: string; text: string; answers?: string };

type Sms = { originationNumber?: unknown; messageBody?: unknown; previousPublishedMessageId?: unknown };
type Whatsapp = { whatsAppWebhookEntry?: unknown };
type WebhookMessage = { from?: unknown; type?: unknown; text?: { body?: unknown }; button?: { text?: unknown } };
type WebhookEntry = { changes?: { value?: { messages?: WebhookMessage[] } }[] };

/**
 * The replies in one SNS message: an SMS (https://docs.aws.amazon.com/sms-voice/latest/userguide/two-way-sms-payload.html)
 * or a WhatsApp webhook entry (https://docs.aws.amazon.com/social-messaging/latest/userguide/managing-event-destination-dlrs.html).
 */
export function readReplies(message: string): Reply[] {
  const content = parse(message);
  const { originationNumber, messageBody, previousPublishedMessageId: answers } = content as Sms;
  if (typeof originationNumber === 'string' && typeof messageBody === 'string') {
    const reply = { channel: 'sms' as const, from: originationNumber, text: messageBody };
    return [{ ...reply, ...(typeof answers === 'string' && { answers }) }];
  }
  const entry = parse((content as Whatsapp).whatsAppWebhookEntry) as WebhookEntry;
  const messages = entry.changes?.flatMap(({ value }) => value?.messages ?? []) ?? [];
  return messages.flatMap(({ from, text, button }) => {
    const body = text?.body ?? button?.text;
    if (typeof from !== 'string' || typeof body !== 'string') return [];
    return [{ channel: 'whatsapp' as const, from: from.startsWith('+') ? from : `+${from}`, text: body }];
  });
}

function parse(text: unknown): object {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
