/** What a language must bring: every phrase of a reminder, as functions of its values, and nothing else. */
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';
import type { DateParts } from './date-parts.ts';

/** What a reminder says beside its fixed words; a sentence names them in this order, as WhatsApp numbers them. */
export type Values = { firstName: string; merchant: string; amount: string; about: string; expiry: string };

type Sentence = (values: Values) => string;

export type Catalogue = {
  /** ISO 3166 codes: phones of these countries are written to in this language. */
  countries: readonly string[];
  /** For values of which nothing is left once they are made safe. */
  fallback: Pick<Values, 'firstName' | 'merchant' | 'about'>;
  /** What the payment is for, as it follows "for". */
  describedBy: (description: string, reference: string) => string;
  referredBy: (reference: string) => string;
  /** As it follows "until" and "expires on". */
  expiry: (time: DateParts) => string;
  greeting: (firstName: string) => string;
  /** The same facts in three tones; never a threat, a fee or a hurry that the facts do not have. */
  reminder: Record<Tone, Sentence>;
  /** For a collection without a payment page. */
  payOtherwise: string;
  pay: string;
  /** GSM-7 letters only, and short: two links have to fit as well. */
  sms: { reminder: Record<Tone, Sentence>; pay: string; optOut: string; replyStop: string };
  email: { subject: Record<Tone, Sentence>; why: (merchant: string) => string; optOut: string };
  /** `payByButton` and `payOtherwise` end the body, which Meta lets neither start nor end with a value. */
  whatsapp: { payByButton: string; footer: string };
  /** What Meta's reviewers are shown. */
  example: Values;
};
