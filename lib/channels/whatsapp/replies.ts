/** Replies by WhatsApp: what was typed or pressed, and a note of what else was sent. */
import { parseObject } from '#lib/channels/bridge-receipt.ts';
import { type InboundReply, withNote } from '#lib/domain/reply.ts';

type Content = { whatsAppWebhookEntry?: unknown };
type WebhookEntry = { changes?: { value?: { messages?: WebhookMessage[] } }[] };

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples, as far as it is read. */
type WebhookMessage = {
  from?: unknown;
  id?: unknown;
  type?: unknown;
  text?: { body?: unknown };
  button?: { text?: unknown };
  system?: { type?: unknown; wa_id?: unknown };
  unsupported?: { type?: unknown };
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
  unsupported: 'a message of another kind was',
} as const;

/** Of what WhatsApp itself does not support: these answer nothing. */
const SILENT: readonly unknown[] = ['keep_in_chat', 'pin', 'poll_update', 'reaction'];

export function readWhatsappReplies(
  { whatsAppWebhookEntry }: Content,
  { id: publicationId }: { id: string },
): InboundReply[] {
  const { changes = [] } = parseObject(whatsAppWebhookEntry) as WebhookEntry;
  const messages = changes.flatMap(({ value }) => value?.messages ?? []);
  return messages.flatMap((message) => readMessage(message, publicationId) ?? []);
}

function readMessage(message: WebhookMessage, publicationId: string): InboundReply | undefined {
  const { from, id, context } = message;
  const text = textOf(message);
  if (text === undefined) return undefined;
  const messageId = typeof id === 'string' ? id : publicationId;
  // Meta's own id (wamid), which is not the id that AWS gave the message.
  const answers = context?.id;
  // Meta leaves the phone out for a person who has a username.
  return {
    channel: 'whatsapp',
    messageId,
    text,
    ...(typeof from === 'string' && { from: e164Of(from) }),
    ...(typeof answers === 'string' && { answers }),
  };
}

const e164Of = (phone: string): string => `+${phone.replace(/^\+/, '')}`;

/** A text, a pressed quick-reply button, media, or WhatsApp's notice that the person has another number now: reminders would go to a stranger. */
function textOf(message: WebhookMessage): string | undefined {
  const { type, text, button, system, unsupported } = message;
  if (type === 'text' || type === 'button') {
    const body = type === 'text' ? text?.body : button?.text;
    return typeof body === 'string' ? body : undefined;
  }
  if (type === 'system') {
    const phone = system?.type === 'user_changed_number' ? system.wa_id : undefined;
    return typeof phone === 'string' ? `[the number has changed to ${e164Of(phone)}]` : undefined;
  }
  if (!isMedium(type) || (type === 'unsupported' && SILENT.includes(unsupported?.type))) return undefined;
  const caption = message[type]?.caption;
  return withNote(typeof caption === 'string' ? caption : '', MEDIA[type]);
}

const isMedium = (type: unknown): type is keyof typeof MEDIA => typeof type === 'string' && Object.hasOwn(MEDIA, type);
