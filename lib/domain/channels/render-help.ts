/** The answer to HELP: who sends the reminders, how to reach the merchant, and how to stop. */
import type { Support } from '#lib/domain/account.ts';
import type { ReplyChannel } from '#lib/domain/channels/channels.ts';
import { type RenderedMessage, renderAnswer } from '#lib/domain/channels/renderers.ts';
import { toGsm7 } from '#lib/domain/channels/sms/gsm7.ts';
import { cleanText, cutText } from '#lib/domain/message/clean-text.ts';
import { factsOf, type Language, REMINDER_WORDS } from '#lib/words/languages.ts';

type HelpInput = { channel: ReplyChannel; language: Language; merchant: string; support: Support };

const MAX_MERCHANT = 40;

export function renderHelp({ channel, language, merchant, support }: HelpInput): RenderedMessage {
  const { help, email, sms } = REMINDER_WORDS[language];
  const ways = [support.supportPhone, support.supportEmail].filter((way) => way !== undefined);
  const name =
    cutText(cleanText(toGsm7(cleanText(merchant))), MAX_MERCHANT, '...') || toGsm7(factsOf(language).unnamedMerchant);
  const contact = ways.length > 0 ? email.contact(name, ways) : help.contactUnknown(name);
  return renderAnswer(channel, toGsm7([help.who(name), contact, sms.replyStop].join(' ')));
}
