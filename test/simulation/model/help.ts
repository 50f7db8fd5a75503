/** The answer to HELP: who writes, how to reach the business, and how to stop; the letters are those of an SMS by every channel. */
import { cutTo } from './cuts.ts';
import { textFor } from './text-values.ts';
import { WORDS } from './wording.ts';

const MAX_NAME = 40;

/** In each language. */
export const helpTexts = ({ name, support }: { name: string; support: readonly string[] }): string[] =>
  Object.values(WORDS).map(({ help, contact, someone, or, smsReplyStop }) => {
    const merchant = cutTo(textFor(name, 'sms'), MAX_NAME, 'sms') || textFor(someone, 'sms');
    const reach = support.length === 0 ? help.unknown : contact.replace('{ways}', () => support.join(or));
    return [help.who, reach, smsReplyStop].join(' ').replaceAll('{merchant}', () => merchant);
  });
