/** The values of a reminder, made safe, short, and ready to stand in a sentence. */
import { formatMoney } from '#lib/domain/money.ts';
import type { Catalogue, Values } from './catalogue.ts';
import { cleanText, cutText } from './clean-text.ts';
import { dateParts } from './date-parts.ts';
import type { MessageInput } from './message.ts';

/** The most graphemes of each. */
export type Limits = Record<'firstName' | 'merchant' | 'description' | 'reference', number>;

/** What a channel asks of values beyond what all do. */
export type Style = {
  limits: Limits;
  ellipsis: string;
  /** Puts a text into the channel's alphabet. */
  rewrite: (text: string) => string;
  /** Leaves the reference to those that have no description. */
  brief: boolean;
};

export function valuesOf(input: MessageInput, { fallback, ...words }: Catalogue, style: Style): Values {
  const { limits, ellipsis, rewrite } = style;
  // Cleaned again, since the new alphabet may have made a link of what was none.
  const safe = (text: string | undefined, max: number) =>
    cutText(cleanText(rewrite(cleanText(text ?? ''))), max, ellipsis);
  const description = safe(input.description, limits.description);
  const reference = safe(input.reference, limits.reference);
  return {
    firstName: safe(input.firstName, limits.firstName) || rewrite(fallback.firstName),
    // "Acme Ltd." would end its sentence twice.
    merchant: safe(input.merchant.replace(/[\s.]+$/, ''), limits.merchant) || rewrite(fallback.merchant),
    amount: formatMoney(input.amount),
    about: rewrite(about()),
    expiry: rewrite(words.expiry(dateParts(input.expiresAt, input.timeZone))),
  };

  function about(): string {
    if (description === '') return reference === '' ? fallback.about : words.referredBy(reference);
    return reference === '' || style.brief ? description : words.describedBy(description, reference);
  }
}

/** What a collection is for: the description of its metadata, the first one's where there are several. */
export function descriptionOf(metadata: string | undefined): string | undefined {
  if (metadata === undefined) return undefined;
  const parsed: unknown = JSON.parse(metadata);
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const description = (first as { description?: unknown } | null | undefined)?.description;
  return typeof description === 'string' ? description : undefined;
}
