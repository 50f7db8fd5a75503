/** Days and amounts as people and the inputs of the browser write them. What could mean two amounts is never guessed. */
import { DAY_MS } from '#lib/domain/time/time-units.ts';

const padded = (value: number): string => String(value).padStart(2, '0');

/** `2026-11-27`. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
}

/** `2026-11-27T09:30`. */
export function minuteOf(at: number): string {
  const date = new Date(at);
  return `${dayOf(at)}T${padded(date.getHours())}:${padded(date.getMinutes())}`;
}

/** The last moment of the day. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** Undefined when the input is empty, or only begun. */
export const instantOf = (input: string): string | undefined =>
  input === '' || Number.isNaN(Date.parse(input)) ? undefined : new Date(input).toISOString();

const FRIDAY = 5;

/** The days until which people promise to pay, each once, by the calendar of the reader: today, tomorrow, Friday and the end of the month. */
export function usualDays(at: number): { name: 'today' | 'tomorrow' | 'friday' | 'monthEnd'; day: string }[] {
  const date = new Date(at);
  const later = (days: number) => dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime());
  const all = [
    { name: 'today', day: later(0) },
    { name: 'tomorrow', day: later(1) },
    { name: 'friday', day: later((FRIDAY - date.getDay() + 7) % 7) },
    { name: 'monthEnd', day: dayOf(new Date(date.getFullYear(), date.getMonth() + 1, 0).getTime()) },
  ] as const;
  return all.filter(({ day }, index) => all.findIndex((each) => each.day === day) === index);
}

/** As a whole day later, on the same hour. */
export const daysAfter = (at: number, days: number): number => at + days * DAY_MS;

/** `ambiguous`: the amounts that may be meant, the larger one first. */
type TypedAmount =
  | { kind: 'amount'; value: number }
  | { kind: 'ambiguous'; values: readonly number[] }
  | { kind: 'empty' | 'none' };

const USUAL_DECIMALS = 2;

/** How many decimals amounts of a currency have; a code that is only half typed has the usual number. */
function decimalsOf(currency: string): number {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    return maximumFractionDigits ?? USUAL_DECIMALS;
  } catch {
    return USUAL_DECIMALS;
  }
}

/** Between thousands. */
const SPACES = /(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g;

/** Groups of three, or as in India of two before the last three. */
const GROUPED = /^[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*|,(?:\d{2},)+\d{3})$/;

export function readAmount(typed: string, currency: string): TypedAmount {
  const plain = withoutCurrency(inDigits(typed), currency).replace(SPACES, '');
  if (plain === '') return { kind: typed.trim() === '' ? 'empty' : 'none' };
  if (/^\d+$/.test(plain)) return amount(plain);
  const [, whole = '', mark = '', rest = ''] = /^(.*)([.,])(\d*)$/.exec(plain) ?? [];
  const decimals = decimalsOf(currency.trim().toUpperCase());
  if (!/[.,]/.test(whole) && rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return threeAfter(mark, { whole, rest, decimals });
  if (GROUPED.test(plain)) return amount(plain.replace(/[.,]/g, ''));
  const isWhole = /^\d*$/.test(whole) || (GROUPED.test(whole) && !whole.includes(mark));
  const hasDecimals = rest.length <= Math.max(decimals, USUAL_DECIMALS) && `${whole}${rest}` !== '';
  return isWhole && hasDecimals ? amount(`${whole.replace(/[.,]/g, '')}.${rest}`) : { kind: 'none' };
}

type AmountParts = { whole: string; rest: string; decimals: number };

/** `12.500` and `12,500`: thousands to some, decimals to others. A comma means decimals only where a currency has three. */
function threeAfter(mark: string, { whole, rest, decimals }: AmountParts): TypedAmount {
  const thousands = Number(`${whole}${rest}`);
  if (decimals === 0 || (mark === ',' && decimals < 3)) return { kind: 'amount', value: thousands };
  const values = [thousands, Number(`${whole}.${rest}`)];
  return { kind: 'ambiguous', values: values.filter((value) => Number(value.toFixed(decimals)) === value) };
}

const amount = (digits: string): TypedAmount => ({ kind: 'amount', value: Number(digits) });

/** How people write a currency where they use it, beside its sign and its code. */
const LOCAL_NAMES: Readonly<Record<string, string>> = {
  ...{ NGN: 'N', GHS: 'GH(?:S|C|₵)|₵', ZAR: 'R', INR: 'Rs\\.?', ZMW: 'K', RWF: 'Frw|RF|F', CHF: 'Fr\\.?' },
  ...{ KES: 'K?Shs?\\.?|/[=-]', TZS: 'T?Shs?\\.?|/[=-]', UGX: 'U?Shs?\\.?|/[=-]' },
  ...Object.fromEntries(['XOF', 'XAF'].map((code) => [code, 'F\\s?CFA|CFA|F'])),
  ...Object.fromEntries(['GNF', 'BIF', 'DJF', 'KMF', 'CDF'].map((code) => [code, 'F[A-Z]?'])),
};

/** `₦` of the naira, `$` of each dollar. */
function signOf(code: string): string | undefined {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
  return sign && /\p{Sc}/u.test(sign) ? sign.replace(/[$.]/g, '\\$&') : undefined;
}

/** A name of the currency, before or after. The sign of another one stays, and then it is no amount. */
function withoutCurrency(text: string, currency: string): string {
  const code = currency.trim().toUpperCase();
  const own = /^[A-Z]{3}$/.test(code) ? [code, LOCAL_NAMES[code] ?? [], signOf(code) ?? []].flat() : [];
  if (own.length === 0) return text.trim();
  const names = own.join('|');
  return text.trim().replace(new RegExp(`^(?:${names})\\s*|\\s*(?:${names})$`, 'giu'), '');
}

/** Arabic and other digits, and the marks that go with them. */
const inDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** The digits of each script follow one another, from 0 on. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

/** What is no amount, and what is not clear yet, is 0, which the service refuses. */
export function valueOfAmount(typed: string, currency: string): number {
  const read = readAmount(typed, currency);
  return read.kind === 'amount' ? read.value : 0;
}
