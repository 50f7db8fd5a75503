/** Several payments in one message: what they come to in each currency, the list of an email, and the day of the oldest. */
import { calendarDay, dateParts } from '#lib/domain/follow-up/local-time.ts';
import type { Money } from '#lib/domain/money.ts';
import { factsOf, REMINDER_WORDS } from '#lib/words/languages.ts';
import type { SeveralValues } from '#lib/words/reminder-words.ts';
import { amountIn } from './amount-text.ts';
import { aboutOf, type MessageInput, type NamedPayment, type Style, valuesOf } from './values.ts';

/** More would make an email that nobody reads. */
const MAX_LISTED = 20;

/** Of currencies in the order of their oldest payments: nothing is added across them. */
function owedOf(parts: readonly NamedPayment[], { language }: MessageInput): [string, ...string[]] {
  const { owed } = REMINDER_WORDS[language].several;
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
        ? words.several.payableUntil(facts.expiry(dateParts(expiresAt, timeZone)))
        : words.several.dueOn(facts.day(calendarDay(dueDay)));
    return words.several.part(style.rewrite(amountIn(language, outstanding)), aboutOf(part, words, style), day);
  });
  const left = several.length - lines.length;
  return left === 0 ? lines : [...lines, words.several.more(left)];
}
