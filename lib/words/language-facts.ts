/** What every language says of itself: its name, where it is read, and how it writes amounts, dates, and what is owed. */
import type { DateParts } from '#lib/domain/time/local-time.ts';

export type LanguageFacts = {
  /** In the language itself. */
  name: string;
  /** The BCP 47 tag by which a browser writes dates and durations. */
  locale: string;
  /** ISO 3166 codes of the countries whose phones get this language. */
  countries: readonly string[];
  /** How the payment page writes an amount: `NGN 45,000.00` or `45 000,00 NGN`. */
  amount: { thousands: string; decimal: string; isCurrencyFirst: boolean };
  /** In the form that follows "until" and "expires on". */
  expiry: (time: DateParts) => string;
  /** Of a day, whatever the hour; in the form that follows "due on". */
  day: (day: Omit<DateParts, 'clock'>) => string;
  /** For times that may be long past: with the year. */
  dateTime: (time: DateParts) => string;
  /** For how many days a due day has passed. */
  daysPast: (count: number) => string;
  /** What several payments come to in one currency. */
  owed: (count: number, sum: string) => string;
  /** What is said of a payment with a due day, and without one. */
  dueOn: (day: string) => string;
  payableUntil: (expiry: string) => string;
  /** Names a merchant whose name is empty after it was made safe. */
  unnamedMerchant: string;
};
