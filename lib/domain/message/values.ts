/** What a reminder is made from, and its values, made safe and short. */
import type { Support } from '#lib/domain/account.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';
import { calendarDay, dateParts, offsetText } from '#lib/domain/follow-up/local-time.ts';
import type { Money } from '#lib/domain/money.ts';
import { factsOf, type Language } from '#lib/words/languages.ts';
import type { DueWords, ReminderWords, Values } from '#lib/words/reminder-words.ts';
import { amountIn } from './amount-text.ts';
import { cleanText, cutText } from './clean-text.ts';

export type MessageInput = {
  channel: Channel;
  tone: Tone;
  language: Language;
  merchant: string;
  firstName: string;
  /** What is outstanding. */
  amount: Money;
  /** What was received so far; absent when nothing was. */
  received?: Money | undefined;
  isOverdue?: boolean | undefined;
  /** How to reach the merchant. */
  support?: Support | undefined;
  description?: string | undefined;
  reference?: string | undefined;
  /** The due day, if there is one, and how many days it has passed: 0 until it has ended. */
  due?: { day: number; passed: number } | undefined;
  /** An ISO instant. It is shown in `timeZone`, the IANA name of the contact's zone. */
  expiresAt: string;
  timeZone: string;
  /** The payment page. Only the part after the last slash differs between links. */
  link?: string | undefined;
  /** Present where the customer cannot opt out by a reply. */
  optOutLink?: string | undefined;
};

export type Limits = Record<'firstName' | 'merchant' | 'description' | 'reference', number>;

export type Style = {
  limits: Limits;
  ellipsis: string;
  rewrite: (text: string) => string;
  /** Empty for a name that cannot be rewritten whole. */
  rewriteName?: (name: string) => string;
  /** Shows the reference only if there is no description. */
  brief: boolean;
};

export function valuesOf(input: MessageInput, { fallback, ...words }: ReminderWords, style: Style): Values {
  const { limits, ellipsis, rewrite, rewriteName = rewrite } = style;
  const facts = factsOf(input.language);
  // Cleaned again, because the new alphabet can turn plain text into a link.
  const safe = (text: string | undefined, max: number, write = rewrite) =>
    cutText(cleanText(write(cleanText(text ?? ''))), max, ellipsis);
  const description = safe(input.description, limits.description);
  const reference = safe(input.reference, limits.reference);
  return {
    firstName: safe(input.firstName, limits.firstName, rewriteName) || rewrite(fallback.firstName),
    // Without its dot, as the sentence adds one: "Acme Ltd.".
    merchant:
      safe(input.merchant.replace(/[\s.]+$/, ''), limits.merchant, rewriteName) || rewrite(facts.unnamedMerchant),
    amount: rewrite(amountIn(input.language, input.amount)),
    about: rewrite(about()),
    expiry: rewrite(expiryIn(input.timeZone)),
    ...(input.received && { received: rewrite(amountIn(input.language, input.received)) }),
    ...(input.due && { dueOn: rewrite(facts.day(calendarDay(input.due.day))) }),
    ...(input.due && input.due.passed > 0 && { passed: words.days(input.due.passed) }),
  };

  /** With the zone's offset, because the customer may be in another zone. */
  function expiryIn(zone: string): string {
    const { expiresAt } = input;
    return `${facts.expiry(dateParts(expiresAt, zone))} (${offsetText(zone, Date.parse(expiresAt))})`;
  }

  function about(): string {
    if (description === '') return reference === '' ? fallback.about : words.referredBy(reference);
    return reference === '' || style.brief ? description : words.describedBy(description, reference);
  }
}

/** The sentence that fits: of the due day before it has ended or since, or the one without a due day. */
export function sentenceOf(
  values: Values,
  { tone }: Pick<MessageInput, 'tone'>,
  { plain, due: words }: { plain: Record<Tone, (values: Values) => string>; due: DueWords },
): string {
  const { dueOn, passed, ...rest } = values;
  if (dueOn === undefined) return plain[tone](values);
  return passed === undefined ? words.before[tone]({ ...rest, dueOn }) : words.late[tone]({ ...rest, dueOn, passed });
}

export function descriptionOf(metadata: string | undefined): string | undefined {
  if (metadata === undefined) return undefined;
  const parsed: unknown = JSON.parse(metadata);
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const description = (first as { description?: unknown } | null | undefined)?.description;
  return typeof description === 'string' ? description : undefined;
}
