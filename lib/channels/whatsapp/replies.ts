/**
 * Reads customers' replies by WhatsApp:
 * https://docs.aws.amazon.com/social-messaging/latest/userguide/managing-event-destination-dlrs.html.
 */
import { parseObject } from '#lib/channels/parse-object.ts';
import type { Reply } from '#lib/domain/reply.ts';

type Content = { whatsAppWebhookEntry?: unknown };
type WebhookMessage = {
  from?: unknown;
  id?: unknown;
  type?: unknown;
  text?: { body?: unknown };
  button?: { text?: unknown };
  context?: { id?: unknown };
};
type WebhookEntry = { changes?: { value?: { messages?: WebhookMessage[] } }[] };

export function readWhatsappReplies({ whatsAppWebhookEntry }: Content, publicationId: string): Reply[] {
  const { changes = [] } = parseObject(whatsAppWebhookEntry) as WebhookEntry;
  const messages = changes.flatMap(({ value }) => value?.messages ?? []);
  return messages.flatMap((message) => readMessage(message, publicationId) ?? []);
}

/** A text, or a pressed quick-reply button. Other types are media, and notices such as a change of number (`system`). */
function readMessage(message: WebhookMessage, publicationId: string): Reply | undefined {
  const { from, id, type, text, button, context } = message;
  const body = type === 'text' ? text?.body : type === 'button' ? button?.text : undefined;
  if (typeof from !== 'string' || typeof body !== 'string') return undefined;
  const messageId = typeof id === 'string' ? id : publicationId;
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
