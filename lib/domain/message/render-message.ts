/** Writes a reminder: the same input always gives the same text, so what a plan shows is what is sent. */
import type { MessageInput, RenderedMessage } from './message.ts';
import { renderEmail } from './render-email.ts';
import { renderSms } from './render-sms.ts';
import { renderWhatsapp } from './render-whatsapp.ts';

const RENDERERS = { sms: renderSms, email: renderEmail, whatsapp: renderWhatsapp } as const;

export const renderMessage = (input: MessageInput): RenderedMessage => RENDERERS[input.channel](input);
