/**
 * The languages of reminders, pages and the console. To add one, add a folder beside `en/` and name it in each list below and in `language-codes.ts`, `load-console-words.ts` and `statements.ts`.
 * There is a list for each kind of words, so that a function is bundled only with the words that it uses.
 */
import type { AnswerWords } from './answer-words.ts';
import * as en from './en/language.ts';
import * as fr from './fr/language.ts';
import * as ha from './ha/language.ts';
import { LANGUAGE_CODES, type LanguageCode } from './language-codes.ts';
import type { LanguageFacts } from './language-facts.ts';
import type { MemberEmailWords } from './member-email-words.ts';
import type { NotifyWords, OptOutWords, PaymentPageWords } from './page-words.ts';
import * as pt from './pt/language.ts';
import type { ReminderWords } from './reminder-words.ts';
import * as sw from './sw/language.ts';

export type Language = LanguageCode;

const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = {
  en: en.facts,
  fr: fr.facts,
  pt: pt.facts,
  sw: sw.facts,
  ha: ha.facts,
};

type WordsByLanguage<Words> = Readonly<Record<Language, Words>>;

export const ANSWER_WORDS: WordsByLanguage<AnswerWords> = {
  en: en.answers,
  fr: fr.answers,
  pt: pt.answers,
  sw: sw.answers,
  ha: ha.answers,
};

export const REMINDER_WORDS: WordsByLanguage<ReminderWords> = {
  en: en.reminders,
  fr: fr.reminders,
  pt: pt.reminders,
  sw: sw.reminders,
  ha: ha.reminders,
};

export const PAYMENT_PAGE_WORDS: WordsByLanguage<PaymentPageWords> = {
  en: en.paymentPage,
  fr: fr.paymentPage,
  pt: pt.paymentPage,
  sw: sw.paymentPage,
  ha: ha.paymentPage,
};

export const OPT_OUT_WORDS: WordsByLanguage<OptOutWords> = {
  en: en.optOut,
  fr: fr.optOut,
  pt: pt.optOut,
  sw: sw.optOut,
  ha: ha.optOut,
};

export const NOTIFY_WORDS: WordsByLanguage<NotifyWords> = {
  en: en.notify,
  fr: fr.notify,
  pt: pt.notify,
  sw: sw.notify,
  ha: ha.notify,
};

export const MEMBER_EMAIL_WORDS: WordsByLanguage<MemberEmailWords> = {
  en: en.memberEmails,
  fr: fr.memberEmails,
  pt: pt.memberEmails,
  sw: sw.memberEmails,
  ha: ha.memberEmails,
};

export const LANGUAGES: readonly Language[] = LANGUAGE_CODES;

export const DEFAULT_LANGUAGE: Language = 'en';

/** The languages whose WhatsApp templates a deployment has, unless it says that Meta approved those of others too. */
export const FIRST_LANGUAGES: readonly Language[] = ['en', 'fr'];

/** The language of a phone, by its country: one of `languages`, else the one of the merchant, else English. */
export const languageFor = (country = '', otherwise?: Language, languages = LANGUAGES): Language =>
  languages.find((language) => factsOf(language).countries.includes(country)) ??
  languages.find((language) => language === otherwise) ??
  DEFAULT_LANGUAGE;

export const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((each) => each === text);

/** `chosen` on a page; `accepted`: what the browser asks for, as its header says it. */
export type PageReader = { chosen?: Language | undefined; accepted?: string | undefined };

/**
 * Of a page: the one that was chosen, else the first that the reader's browser asks for, else that of the phone's country. English asked
 * for by a browser says nothing, because most programs and many phones ask for it without their owners having chosen it.
 */
export function pageLanguage(
  { chosen, accepted }: PageReader,
  country: string | undefined,
  otherwise?: Language,
): Language {
  if (chosen) return chosen;
  const first = /^\s*([a-z]+)/i.exec(accepted ?? '')?.[1]?.toLowerCase();
  return isLanguage(first) && first !== DEFAULT_LANGUAGE ? first : languageFor(country, otherwise);
}

export const factsOf = (language: Language): LanguageFacts => LANGUAGE_FACTS[language];
