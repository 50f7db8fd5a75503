/** Our own words of a message as a text with placeholders: what a merchant begins with. */
import { CHANNEL_TEXTS } from '#lib/domain/channels/channel-texts.ts';
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import { named } from './channel-text.ts';
import { dueOfKind, isSeveralKind, type TextPlace, type TextWords, toneOfKind } from './own-text.ts';
import { sentenceOf, uncapitalized } from './values.ts';

export function ourText({ language, channel, kind }: TextPlace): TextWords {
  const words = REMINDER_WORDS[language];
  const tone = toneOfKind(kind);
  const due = dueOfKind(kind);
  const days = {
    ...(due !== undefined && { dueOn: named('dueDay') }),
    ...(due === 'late' && { passed: named('daysLate') }),
  };
  const who = { firstName: named('firstName'), merchant: named('merchant'), expiry: named('payableUntil'), ...days };
  const greeting = words.greeting(who.firstName);
  const { ours } = CHANNEL_TEXTS[channel];
  if (isSeveralKind(kind)) {
    const values = { ...who, owed: named('amount') };
    const sentence = sentenceOf(values, { tone }, words.several);
    const brief = `${greeting} ${uncapitalized(sentence)}`;
    const subject = words.several.subject[tone](values);
    return ours({ language, kind, greeting, sentence, brief, subject }, language);
  }
  const values = { ...who, outstanding: named('amount'), about: named('about') };
  const sentence = sentenceOf(values, { tone }, { plain: words.reminder, due: words.due });
  const brief = sentenceOf(values, { tone }, { plain: words.sms.reminder, due: words.sms.due });
  const subject = sentenceOf(values, { tone }, { plain: words.email.subject, due: words.email.dueSubject });
  return ours({ language, kind, greeting, sentence, brief, subject }, language);
}
