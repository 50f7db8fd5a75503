/**
 * The words by which a customer's reply suggests an answer: "already paid", or a day. Patterns are of regular expressions, each a whole
 * word or several, in small letters and without accents. Nobody knows the language of a reply, so those of all languages are looked for.
 */
export type AnswerWords = {
  /** Says that it is paid. */
  paid: readonly string[];
  /** Takes that back in the same sentence: a negation, a condition, a question, what is still to come. */
  notPaid: readonly string[];
  /** Says that nobody will pay on the day that is named, or that it is not sure. */
  negated: readonly string[];
  /** Sunday first. */
  weekdays: readonly [string, string, string, string, string, string, string];
  /** What must stand behind the name of a weekday, where it may mean something else. */
  weekdayEnd?: string;
  /** How many days from today. */
  daysAhead: Readonly<Record<string, number>>;
  /** Says that a day that is named is over. */
  past: readonly string[];
  /** January first. */
  months: readonly [string, string, string, string, string, string, string, string, string, string, string, string];
  /** A day of a month that is not named; its number is the group. */
  dayOfMonth: readonly string[];
  monthEnd: readonly string[];
  /** Behind a day of a month that is not named: it is the next month's. */
  nextMonth: readonly string[];
  nextWeek: readonly string[];
  /** `{n}` stands for a number, in digits or by its name. */
  inDays: readonly string[];
  inWeeks: readonly string[];
  numbers: Readonly<Record<string, number>>;
  /** Before a date in digits. */
  before: readonly string[];
  /** Is about paying: a day beside it is one on which money comes. */
  paying: readonly string[];
  /** Words, with spaces between them, that say nothing else beside a day: "yes, by Friday please". */
  beside: string;
};
