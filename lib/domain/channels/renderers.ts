/** Renders a message for its channel: a reminder, or the answer to a reply such as HELP. */

import type { Support } from '#lib/domain/account.ts';
import { cleanText, cutText } from '#lib/domain/message/clean-text.ts';
import { kindOfText, type OwnTextUse, type TextWords, textKey } from '#lib/domain/message/own-text.ts';
import { type MessageInput, waysTo } from '#lib/domain/message/values.ts';
import { factsOf, type Language, REMINDER_WORDS } from '#lib/words/languages.ts';
import type { Channel, ReplyChannel } from './channels.ts';
import { renderOwnEmail } from './email/own.ts';
import { renderEmail, renderEmailText, type WrittenInput } from './email/render.ts';
import { nameToGsm7, toGsm7 } from './sms/gsm7.ts';
import { renderOwnSms } from './sms/own.ts';
import { renderSms, renderSmsText } from './sms/render.ts';
import { renderOwnWhatsapp } from './whatsapp/own.ts';
import { renderWhatsapp, renderWhatsappText } from './whatsapp/render.ts';

type Message = { channel: Channel; text: string };

const REMINDERS = {
  whatsapp: renderWhatsapp,
  sms: renderSms,
  email: renderEmail,
} satisfies Record<Channel, (input: MessageInput) => Message>;

/** Of channels by which HELP is answered. */
const ANSWERS = {
  whatsapp: renderWhatsappText,
  sms: renderSmsText,
} satisfies Partial<Record<ReplyChannel, (text: string) => Message>>;

export type HelpChannel = keyof typeof ANSWERS;

export const answersHelp = (channel: ReplyChannel): channel is HelpChannel => channel in ANSWERS;

type Reminder = ReturnType<(typeof REMINDERS)[Channel]>;
type Answer = ReturnType<(typeof ANSWERS)[HelpChannel]>;

export type RenderedMessage = Rendered | Answer;

/** In the merchant's own words, as far as they can be filled: no message is left out because of them. */
const OWN = {
  whatsapp: renderOwnWhatsapp,
  sms: renderOwnSms,
  email: renderOwnEmail,
} satisfies Record<Channel, (input: MessageInput, text: TextWords) => Message | undefined>;

/** `own`: of a message in the merchant's words; `isUnused` where they could not be used. */
export type Rendered = Reminder & { own?: OwnTextUse };

export function renderMessage(input: MessageInput): Rendered {
  const { channel } = input;
  const ours = () => REMINDERS[channel](input);
  const text = input.texts?.[textKey({ language: input.language, channel, kind: kindOfText(input) })];
  if (text === undefined) return ours();
  const { version } = text;
  const message = OWN[channel](input, text);
  return message === undefined ? { ...ours(), own: { version, isUnused: true } } : { ...message, own: { version } };
}

const renderAnswer = (channel: HelpChannel, text: string): Answer => ANSWERS[channel](text);

type HelpInput = { channel: HelpChannel; language: Language; merchant: string; support: Support };

const MAX_MERCHANT = 40;

const WRITTEN = {
  whatsapp: ({ merchant, text }) => renderWhatsappText(`${merchant}: ${text}`),
  sms: ({ merchant, text }) => renderSmsText(`${merchant}: ${text}`),
  email: renderEmailText,
} satisfies Record<Channel, (input: WrittenInput) => Message>;

/** What a person of the merchant writes. All merchants share the senders, so it begins with whose it is. */
export const renderWritten = ({ channel, ...input }: WrittenInput & { channel: Channel }): RenderedMessage =>
  WRITTEN[channel]({ ...input, merchant: cutText(cleanText(input.merchant), MAX_MERCHANT, '…') });

export function renderHelp({ channel, language, merchant, support }: HelpInput): RenderedMessage {
  const { help, email, sms } = REMINDER_WORDS[language];
  const ways = waysTo(support);
  const name =
    cutText(cleanText(nameToGsm7(cleanText(merchant))), MAX_MERCHANT, '...') ||
    toGsm7(factsOf(language).unnamedMerchant);
  const contact = ways.length > 0 ? email.contact(name, ways) : help.contactUnknown(name);
  return renderAnswer(channel, toGsm7([help.who(name), contact, sms.replyStop].join(' ')));
}
