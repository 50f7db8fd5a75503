/** What the texts of messages are filled with, of one payment and of several: names, sums and days, each in the style of the channel and the language. */

import type { Support } from '#lib/domain/account.ts';
import type { MailBrand } from '#lib/domain/brand.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';
import type { Money } from '#lib/domain/money.ts';
import { calendarDay, dateParts, offsetText } from '#lib/domain/time/local-time.ts';
import { factsOf, type Language, REMINDER_WORDS } from '#lib/words/languages.ts';
import type { ReminderWords, SeveralValues, Values } from '#lib/words/reminder-words.ts';
import { amountIn } from './amount.ts';
import { cleanText, cutText } from './clean-text.ts';
import type { OwnTexts } from './own-text.ts';

export type MessageInput = {
  channel: Channel;
  tone: Tone;
  language: Language;
  merchant: string;
  firstName: string;
  outstanding: Money;
  /** What was received so far; absent when nothing was. */
  received?: Money | undefined;
  isOverdue?: boolean | undefined;
  /** It says that the payment was not found of which the customer told. */
  tellsRejection?: boolean;
  /** How to reach the merchant. */
  support?: Support | undefined;
  brand?: MailBrand;
  description?: string | undefined;
  reference?: string | undefined;
  /** The due day, if there is one, and how many days it has passed: 0 until it has ended. */
  due?: { day: number; passed: number } | undefined;
  /** An ISO instant. It is shown in `timeZone`, the IANA name of the contact's zone. */
  expiresAt: string;
  timeZone: string;
  /** The payment page. Only the part after the last slash differs between links. */
  link?: string | undefined;
  /** What tells an answer's collection: the part of a reply address before its `@`. */
  replyToken?: string;
  /** Present where the customer cannot opt out by a reply. */
  optOutLink?: string | undefined;
  /** What the merchant wrote in place of our words. */
  texts?: OwnTexts | undefined;
  /** All payments that the message names, oldest first, if it names more than one: the days above are those of the oldest. */
  several?: readonly NamedPayment[] | undefined;
};

/** One of several payments in a message. `dueDay`: if it has one. */
export type NamedPayment = Pick<MessageInput, 'outstanding' | 'description' | 'expiresAt'> & {
  reference: string;
  dueDay?: number | undefined;
};

/** How customers reach the merchant, as far as it says. */
export const waysTo = ({ supportPhone, supportEmail }: Support = {}): string[] =>
  [supportPhone, supportEmail].filter((way) => way !== undefined);

export type Limits = Record<'firstName' | 'merchant' | 'description' | 'reference', number>;

export type Style = {
  limits: Limits;
  ellipsis: string;
  rewrite: (text: string) => string;
  /** Empty for a name, or what a payment is for, that cannot be rewritten whole. */
  rewriteName?: (name: string) => string;
  /** Shows the reference only if there is no description. */
  brief: boolean;
};

/** Cleaned again, because the new alphabet can turn plain text into a link. */
export const safeText = (text: string | undefined, max: number, { ellipsis, rewrite }: Style): string =>
  cutText(cleanText(rewrite(cleanText(text ?? ''))), max, ellipsis);

/** What a payment is for. */
function aboutOf(
  given: Pick<MessageInput, 'description' | 'reference'>,
  { fallback, describedBy, referredBy }: ReminderWords,
  style: Style,
): string {
  const { limits, rewrite, rewriteName = rewrite, brief } = style;
  // What is left of it without a word would be about something else.
  const whole = { ...style, rewrite: rewriteName };
  const description = safeText(given.description, limits.description, whole);
  const reference = safeText(given.reference, limits.reference, whole);
  if (description === '') return rewrite(reference === '' ? fallback.about : referredBy(reference));
  return rewrite(reference === '' || brief ? description : describedBy(description, reference));
}

export function valuesOf(input: MessageInput, words: ReminderWords, style: Style): Values {
  const { limits, rewrite, rewriteName = rewrite } = style;
  const facts = factsOf(input.language);
  const safeName = (name: string, max: number) => safeText(name, max, { ...style, rewrite: rewriteName });
  return {
    firstName: safeName(input.firstName, limits.firstName) || rewrite(words.fallback.firstName),
    // Without its dot, as the sentence adds one: "Acme Ltd.".
    merchant: safeName(input.merchant.replace(/[\s.]+$/, ''), limits.merchant) || rewrite(facts.unnamedMerchant),
    outstanding: rewrite(amountIn(input.language, input.outstanding)),
    about: aboutOf(input, words, style),
    expiry: rewrite(expiryIn(input.timeZone)),
    ...(input.received && { received: rewrite(amountIn(input.language, input.received)) }),
    ...(input.due && { dueOn: rewrite(facts.day(calendarDay(input.due.day))) }),
    ...(input.due && input.due.passed > 0 && { passed: facts.daysPast(input.due.passed) }),
  };

  /** With the zone's offset, because the customer may be in another zone. */
  function expiryIn(zone: string): string {
    const { expiresAt } = input;
    return `${facts.expiry(dateParts(expiresAt, zone))} (${offsetText(zone, Date.parse(expiresAt))})`;
  }
}

type Sentences<V> = {
  plain: Record<Tone, (values: V) => string>;
  due: {
    before: Record<Tone, (values: V & { dueOn: string }) => string>;
    late: Record<Tone, (values: V & { dueOn: string; passed: string }) => string>;
  };
};

/** The sentence that fits: of the due day before it has ended or since, or the one without a due day. */
export function sentenceOf<V extends Pick<Values, 'dueOn' | 'passed'>>(
  values: V,
  { tone }: Pick<MessageInput, 'tone'>,
  { plain, due }: Sentences<V>,
): string {
  const { dueOn, passed } = values;
  if (dueOn === undefined) return plain[tone](values);
  return passed === undefined ? due.before[tone]({ ...values, dueOn }) : due.late[tone]({ ...values, dueOn, passed });
}

/** A sentence that goes on behind other words. */
export const uncapitalized = (sentence: string): string => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** More would make an email that nobody reads. */
export const MAX_LISTED = 20;

/** Of currencies in the order of their oldest payments: nothing is added across them. */
function owedOf(parts: readonly NamedPayment[], { language }: MessageInput): [string, ...string[]] {
  const { owed } = factsOf(language);
  const sums = new Map<string, { count: number; amount: Money }>();
  for (const { outstanding } of parts) {
    const { currency, minor } = outstanding;
    const { count, amount } = sums.get(currency) ?? { count: 0, amount: { currency, minor: 0 } };
    sums.set(currency, { count: count + 1, amount: { currency, minor: amount.minor + minor } });
  }
  return [...sums.values()].map(({ count, amount }) => owed(count, amountIn(language, amount))) as [
    string,
    ...string[],
  ];
}

/** `owed` is the sum in the currency of the oldest payment. `others`: the sums in other currencies; `also`: a line for each. */
type SeveralTexts = { values: SeveralValues; others: readonly string[]; also: readonly string[] };

export function severalTexts(input: MessageInput, several: readonly NamedPayment[], style: Style): SeveralTexts {
  const words = REMINDER_WORDS[input.language];
  const { firstName, merchant, expiry, dueOn, passed } = valuesOf(input, words, style);
  const [owed, ...others] = owedOf(several, input).map(style.rewrite) as [string, ...string[]];
  const days = { ...(dueOn !== undefined && { dueOn }), ...(passed !== undefined && { passed }) };
  const values = { firstName, merchant, owed, expiry, ...days };
  return { values, others, also: others.map((each) => words.several.also(each)) };
}

/** The oldest first; those of one currency stay in their order. */
export function listOf(input: MessageInput, several: readonly NamedPayment[], style: Style): string[] {
  const { language, timeZone } = input;
  const words = REMINDER_WORDS[language];
  const facts = factsOf(language);
  const lines = several.slice(0, MAX_LISTED).map((part) => {
    const { outstanding, dueDay, expiresAt } = part;
    const day =
      dueDay === undefined
        ? facts.payableUntil(facts.expiry(dateParts(expiresAt, timeZone)))
        : facts.dueOn(facts.day(calendarDay(dueDay)));
    return words.several.part(style.rewrite(amountIn(language, outstanding)), aboutOf(part, words, style), day);
  });
  const left = several.length - lines.length;
  return left === 0 ? lines : [...lines, words.several.more(left)];
}
