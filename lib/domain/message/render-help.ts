/** The answer to HELP: who sends the reminders, how to reach the merchant, and how to stop. */
import type { Support } from '#lib/domain/account.ts';
import { factsOf, type Language, REMINDER_WORDS } from '#lib/words/languages.ts';
import { cleanText, cutText } from './clean-text.ts';
import { countSegments, toGsm7 } from './gsm7.ts';
import type { SmsMessage, WhatsappText } from './message.ts';

export type HelpInput = { channel: 'sms' | 'whatsapp'; language: Language; merchant: string; support: Support };

const MAX_MERCHANT = 40;

export function renderHelp({ channel, language, merchant, support }: HelpInput): SmsMessage | WhatsappText {
  const { help, email, sms } = REMINDER_WORDS[language];
  const ways = [support.supportPhone, support.supportEmail].filter((way) => way !== undefined);
  const name =
    cutText(cleanText(toGsm7(cleanText(merchant))), MAX_MERCHANT, '...') || toGsm7(factsOf(language).unnamedMerchant);
  const contact = ways.length > 0 ? email.contact(name, ways) : help.contactUnknown(name);
  const text = toGsm7([help.who(name), contact, sms.replyStop].join(' '));
  return channel === 'sms' ? { channel, text, segments: countSegments(text) } : { channel, text };
}
