/** Renders a message for its channel: a reminder, or the answer to a reply. */
import type { MessageInput } from '#lib/domain/message/values.ts';
import type { Channel, ReplyChannel } from './channels.ts';
import { renderEmail } from './email/render.ts';
import { renderSms, renderSmsText } from './sms/render.ts';
import { renderWhatsapp, renderWhatsappText } from './whatsapp/render.ts';

type Message = { channel: Channel; text: string };

const REMINDERS = {
  whatsapp: renderWhatsapp,
  sms: renderSms,
  email: renderEmail,
} satisfies Record<Channel, (input: MessageInput) => Message>;

const ANSWERS = {
  whatsapp: renderWhatsappText,
  sms: renderSmsText,
} satisfies Record<ReplyChannel, (text: string) => Message>;

type Reminder = ReturnType<(typeof REMINDERS)[Channel]>;
type Answer = ReturnType<(typeof ANSWERS)[ReplyChannel]>;

export type RenderedMessage = Reminder | Answer;

export const renderMessage = (input: MessageInput): Reminder => REMINDERS[input.channel](input);

export const renderAnswer = (channel: ReplyChannel, text: string): Answer => ANSWERS[channel](text);
