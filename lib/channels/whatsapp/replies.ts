/** Replies by WhatsApp: what was typed or pressed, and a note of what else was sent. */
import { parseObject } from '#lib/channels/parse-object.ts';
import { type Reply, withNote } from '#lib/domain/reply.ts';

type Content = { whatsAppWebhookEntry?: unknown };
type WebhookEntry = { changes?: { value?: { messages?: WebhookMessage[] } }[] };

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples, as far as it is read. */
type WebhookMessage = {
  from?: unknown;
  id?: unknown;
  type?: unknown;
  text?: { body?: unknown };
  button?: { text?: unknown };
  context?: { id?: unknown };
} & { [medium in keyof typeof MEDIA]?: { caption?: unknown } };

/** A screenshot of a transfer is how people prove that they have paid. Stickers and reactions say nothing of their own. */
const MEDIA = {
  image: 'a picture was',
  video: 'a video was',
  audio: 'a voice message was',
  document: 'a document was',
  location: 'a location was',
  contacts: 'a contact was',
} as const;

export function readWhatsappReplies({ whatsAppWebhookEntry }: Content, { id: publicationId }: { id: string }): Reply[] {
  const { changes = [] } = parseObject(whatsAppWebhookEntry) as WebhookEntry;
  const messages = changes.flatMap(({ value }) => value?.messages ?? []);
  return messages.flatMap((message) => readMessage(message, publicationId) ?? []);
}

function readMessage(message: WebhookMessage, publicationId: string): Reply | undefined {
  const { from, id, context } = message;
  const text = textOf(message);
  if (typeof from !== 'string' || text === undefined) return undefined;
  const messageId = typeof id === 'string' ? id : publicationId;
  // Meta's own id (wamid), which is not the id that AWS gave the message.
  const answers = context?.id;
  const e164 = from.startsWith('+') ? from : `+${from}`;
  return { channel: 'whatsapp', messageId, from: e164, text, ...(typeof answers === 'string' && { answers }) };
}

/** A text, a pressed quick-reply button, or media. Undefined for notices such as a change of number (`system`). */
function textOf(message: WebhookMessage): string | undefined {
  const { type, text, button } = message;
  if (type === 'text' || type === 'button') {
    const body = type === 'text' ? text?.body : button?.text;
    return typeof body === 'string' ? body : undefined;
  }
  if (!isMedium(type)) return undefined;
  const caption = message[type]?.caption;
  return withNote(typeof caption === 'string' ? caption : '', MEDIA[type]);
}

const isMedium = (type: unknown): type is keyof typeof MEDIA => typeof type === 'string' && Object.hasOwn(MEDIA, type);
