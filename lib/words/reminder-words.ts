/** What every language must define: the phrases of a reminder, as functions of its values. */
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';

/**
 * The values of a reminder. A sentence uses them in this order, because WhatsApp numbers them. `received` is there
 * when a part was received.
 */
export type Values = {
  firstName: string;
  merchant: string;
  outstanding: string;
  about: string;
  expiry: string;
  received?: string;
  /** The due day, if there is one, and how many days it has passed, if it has: "3 days". */
  dueOn?: string;
  passed?: string;
};

/** Of a payment with a due day. A sentence uses the values in this order: WhatsApp numbers them, too. */
type DueValues = Omit<Values, 'dueOn' | 'passed'> & { dueOn: string };
type LateValues = DueValues & { passed: string };

type ByTone<V> = Record<Tone, (values: V) => string>;

/** Of several payments in one message. `owed`: of one currency, "3 payments, NGN 75,000.00 in all"; the day is that of the oldest. */
export type SeveralValues = Pick<Values, 'firstName' | 'merchant' | 'expiry' | 'dueOn' | 'passed'> & { owed: string };

type SeveralWords = {
  /** What is owed in another currency, on a line of its own. */
  also: (owed: string) => string;
  /** They follow the greeting. Every channel uses them. */
  plain: ByTone<SeveralValues>;
  due: {
    before: ByTone<SeveralValues & { dueOn: string }>;
    late: ByTone<SeveralValues & { dueOn: string; passed: string }>;
  };
  subject: ByTone<Pick<SeveralValues, 'merchant' | 'owed'>>;
  /** One payment of the list in an email, with its day. */
  part: (outstanding: string, about: string, day: string) => string;
  /** Of payments that the list leaves out. */
  more: (count: number) => string;
};

/** Before the due day has ended, nothing is said to be late or missing. */
type DueWords = { before: ByTone<DueValues>; late: ByTone<LateValues> };

type Sentence = (values: Values) => string;

export type ReminderWords = {
  /** Used for values that are empty after they were made safe. */
  fallback: Pick<Values, 'firstName' | 'about'>;
  /** What the payment is for, in the form that follows "for". */
  describedBy: (description: string, reference: string) => string;
  referredBy: (reference: string) => string;
  greeting: (firstName: string) => string;
  /** The same facts in three tones. No tone adds a threat, a fee or urgency that the facts do not have. */
  reminder: Record<Tone, Sentence>;
  due: DueWords;
  /** For what was received of the amount. GSM-7 characters only. */
  thanks: (received: string) => string;
  /** Of what the customer says was paid, and the merchant rejected; a sentence without its dot. */
  notFound: string;
  several: SeveralWords;
  payOtherwise: string;
  pay: string;
  /** GSM-7 characters only, and short: two links must fit as well. */
  sms: { reminder: Record<Tone, Sentence>; due: DueWords; pay: string; optOut: string; replyStop: string };
  /** Parts of the answer to HELP. */
  help: { who: (merchant: string) => string; contactUnknown: (merchant: string) => string };
  email: {
    subject: Record<Tone, Sentence>;
    dueSubject: DueWords;
    overdue: string;
    /** How to reach the merchant: a phone number, an address or both. */
    contact: (merchant: string, ways: readonly string[]) => string;
    why: (merchant: string) => string;
    optOut: string;
    /** The subject of what a person of the merchant writes. */
    written: (merchant: string) => string;
  };
  /** `templateLanguage` is Meta's code of the language. `payByButton` and `payOtherwise` end the body, because Meta does not let a body start or end with a value. */
  whatsapp: { templateLanguage: string; payByButton: string; footer: string };
  example: Required<Values> & { owed: string };
};
