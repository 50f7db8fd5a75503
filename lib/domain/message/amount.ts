/** Writes an amount as a language does. */
import { formatMoney, type Money } from '#lib/domain/money.ts';
import { factsOf, type Language } from '#lib/words/languages.ts';

const NO_BREAK = '\u00a0';

/** `NGN 45,000.00` in English, `45 000,00 NGN` in French. English is plain ASCII, because a no-break space would double the price of an SMS. */
export function amountIn(language: Language, money: Money): string {
  const [currency = '', figures = ''] = formatMoney(money).split(' ');
  const { thousands, decimal, isCurrencyFirst } = factsOf(language).amount;
  const written = figures.replaceAll(/[,.]/g, (mark) => (mark === ',' ? thousands : decimal));
  return isCurrencyFirst ? `${currency} ${written}` : `${written}${NO_BREAK}${currency}`;
}
