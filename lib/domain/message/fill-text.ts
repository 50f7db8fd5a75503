/** Fills the placeholders of a text that a merchant wrote; a line with a placeholder that has no value is left out. */
import { REMINDER_WORDS } from '#lib/words/languages.ts';
import { listOf, type MessageInput, type Style, safeText, severalTexts, valuesOf, waysTo } from './values.ts';

/** They never change their meaning: saved texts have them. */
export const PLACEHOLDERS = [
  'firstName',
  'merchant',
  'amount',
  'received',
  'about',
  'reference',
  'dueDay',
  'daysLate',
  'payableUntil',
  'payments',
  'payLink',
  'support',
  'optOut',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export type PlaceholderValues = Partial<Record<Placeholder, string>>;

const PLACEHOLDER = /\{\{(\w+)\}\}/;

/** In the style of the channel. What is absent has no value in this message. */
export function placeholderValues(input: MessageInput, style: Style): PlaceholderValues {
  const words = REMINDER_WORDS[input.language];
  const ofMerchant = valuesOf(input, words, style);
  const { firstName, merchant, expiry: payableUntil, dueOn: dueDay, passed: daysLate } = ofMerchant;
  const ways = waysTo(input.support);
  return {
    ...{ firstName, merchant, payableUntil, dueDay, daysLate },
    payLink: input.link ?? style.rewrite(words.payOtherwise),
    support: ways.length === 0 ? undefined : style.rewrite(words.email.contact(merchant, ways)),
    optOut: input.optOutLink === undefined ? words.sms.replyStop : `${words.sms.optOut} ${input.optOutLink}`,
    ...owedIn(input, style),
  } as PlaceholderValues;
}

function owedIn(input: MessageInput, style: Style): PlaceholderValues {
  if (input.several !== undefined) {
    const { values, others } = severalTexts(input, input.several, style);
    return { amount: [values.owed, ...others].join('; '), payments: listOf(input, input.several, style).join('\n') };
  }
  const words = REMINDER_WORDS[input.language];
  const { outstanding: amount, about, received = '' } = valuesOf(input, words, style);
  // Never empty, or the line would be left out: one in letters that the channel has not is named as what it is.
  const reference = safeText(input.reference, style.limits.reference, style) || style.rewrite(words.fallback.about);
  return { amount, about, received, reference };
}

/** `rewrite`: of the merchant's own words. */
export function fillText(body: string, values: PlaceholderValues, rewrite = (text: string): string => text): string {
  const lines = body.split('\n').flatMap((line) => {
    const parts = partsOf(line);
    if (parts.some((part) => 'placeholder' in part && !valueIn(part.placeholder, values))) return [];
    return [parts.map((part) => ('text' in part ? rewrite(part.text) : valueIn(part.placeholder, values))).join('')];
  });
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const valueIn = (name: string, values: PlaceholderValues): string | undefined => values[name as Placeholder];

type Part = { text: string } | { placeholder: string };

export const partsOf = (line: string): Part[] =>
  line.split(PLACEHOLDER).map((part, index) => (index % 2 === 0 ? { text: part } : { placeholder: part }));

/** In the order of their first use, each once: Meta's `{{1}}`, `{{2}}` and so on. */
export const placeholdersIn = (body: string): string[] => [
  ...new Set(partsOf(body).flatMap((part) => ('placeholder' in part ? [part.placeholder] : []))),
];
