/** Money, instants and facts of a payment as providers write them, in our units and words. */

import type { Mode } from '#lib/domain/account.ts';
import { isCurrency, type Money, minorDigits } from '#lib/domain/money.ts';
import type { Order } from '#lib/domain/payment/exchange.ts';
import type { Movement } from '#lib/domain/payment/movement.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { ProviderFailure } from './port.ts';
import { isText, malformed } from './read-answer.ts';

/**
 * Digits are moved as text, so no amount is ever rounded. Writes `{ minor: 45010, currency: 'NGN' }` as `450.10`, and
 * as `45010` in a currency without decimals.
 */
export function decimalOf({ minor, currency }: Money): string {
  const digits = minorDigits(currency);
  const figures = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? figures : `${figures.slice(0, -digits)}.${figures.slice(-digits)}`;
}

/** Reads an amount in major units, given as a number or as text. @throws ProviderFailure `malformed_answer` */
export function readDecimal(value: unknown, code: unknown): Money {
  const currency = readCurrency(code);
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(written(value)) ?? [];
  const digits = minorDigits(currency);
  if (whole === undefined || /[^0]/.test(fraction.slice(digits))) throw malformed();
  return moneyOf(whole + fraction.slice(0, digits).padEnd(digits, '0'), currency);
}

/** Reads a whole number of units with `digitsOf(currency)` decimals. @throws ProviderFailure `malformed_answer` */
export function readUnits(value: unknown, code: unknown, digitsOf: (currency: string) => number = minorDigits): Money {
  const currency = readCurrency(code);
  const units = written(value);
  if (!/^\d{1,16}$/.test(units)) throw malformed();
  const moved = moveDigits(units, digitsOf(currency), minorDigits(currency));
  if (moved === undefined) throw malformed();
  return moneyOf(moved, currency);
}

/** The amount in units with this number of decimals; undefined when that would need rounding, or is no safe integer. */
export const unitsOf = ({ minor, currency }: Money, digits: number): number | undefined => {
  const units = Number(moveDigits(String(minor), minorDigits(currency), digits));
  return Number.isSafeInteger(units) ? units : undefined;
};

/** @throws ProviderFailure `amount_differs`: the customer would be asked for another amount */
export function expectAmount(given: Money, { amount }: Order): void {
  if (given.minor !== amount.minor || given.currency !== amount.currency) throw new ProviderFailure('amount_differs');
}

/** What to transfer, if a fee comes on top of the amount. @throws ProviderFailure `amount_differs` when it is less */
export function withFeeOnTop(given: Money, { amount }: Order): { amount?: Money } {
  if (given.currency !== amount.currency || given.minor < amount.minor) throw new ProviderFailure('amount_differs');
  return given.minor === amount.minor ? {} : { amount: given };
}

function moveDigits(figures: string, from: number, to: number): string | undefined {
  if (to >= from) return figures + '0'.repeat(to - from);
  const kept = figures.slice(0, to - from);
  return /^0*$/.test(figures.slice(to - from)) ? kept || '0' : undefined;
}

function readCurrency(code: unknown) {
  const currency = typeof code === 'string' ? code.toUpperCase() : '';
  if (!isCurrency(currency)) throw malformed();
  return currency;
}

const written = (value: unknown): string =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';

/** Zero is malformed: no provider confirms a payment of nothing. */
function moneyOf(figures: string, currency: string): Money {
  const minor = Number(figures);
  if (!Number.isSafeInteger(minor) || minor === 0) throw malformed();
  return { minor, currency };
}

export const inMinutes = (now: Date, minutes: number): string =>
  new Date(now.getTime() + minutes * MINUTE_MS).toISOString();

/** All instants have the form of `toISOString`, because they are compared as text. */
export const earliest = (first: string, ...others: string[]): string =>
  others.reduce((min, each) => (each < min ? each : min), first);

/** The earlier of the collection's end and the provider's end. @throws when the provider's end has passed */
export function endOf({ expiresAt, now }: Pick<Order, 'expiresAt' | 'now'>, providersEnd: string): string {
  if (providersEnd <= now.toISOString()) throw malformed();
  return earliest(expiresAt, providersEnd);
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Reads an ISO time, which must name its zone. Like all readers here, it throws `malformed_answer`. */
export function readInstant(value: unknown): string {
  if (typeof value !== 'string' || !ZONED.test(value)) throw malformed();
  return toInstant(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

export function readEpochSeconds(value: unknown): string {
  if (!Number.isSafeInteger(value)) throw malformed();
  return toInstant((value as number) * 1000);
}

export function toInstant(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw malformed();
  return date.toISOString();
}

const METHODS: readonly (readonly [RegExp, string])[] = [
  [/card/, 'card'],
  [/mobile.?money|m-?pesa/, 'mobile_money'],
  [/ussd/, 'ussd'],
  [/transfer|nuban|customer_balance/, 'bank_transfer'],
];

/** Our word for how it was paid, `other` for an unknown way; undefined when the provider does not say. */
export function methodOf(word: unknown): string | undefined {
  if (!isText(word)) return undefined;
  return METHODS.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1] ?? 'other';
}

type Costs = { amount: Money; method?: string; surcharge?: number; fee?: number };

/** `counted`: without the fee on top. `gross`: what the payer paid. `net`: what the merchant gets. All in one currency. */
export function costsOf(
  counted: Money,
  { gross, net, method }: { gross?: number | undefined; net?: number | undefined; method?: string | undefined },
): Costs {
  const surcharge = Math.max(0, (gross ?? counted.minor) - counted.minor);
  return {
    amount: counted,
    ...(method !== undefined && { method }),
    ...(surcharge > 0 && { surcharge }),
    // Where the payer bore the whole fee, the merchant gets all of the amount.
    ...(net !== undefined && { fee: Math.max(0, counted.minor - net) }),
  };
}

/** All of a payment, for providers that do not say when they reversed it: it has the payment's time. */
export const reversalOf = ({ transaction, references, amount, at }: Movement): Movement => ({
  kind: 'reversal',
  transaction,
  object: transaction,
  references,
  amount,
  at,
});

export function modeByPrefix(key: string | undefined, prefixes: Readonly<Record<Mode, RegExp>>): Mode | undefined {
  if (key === undefined) return undefined;
  return prefixes.test.test(key) ? 'test' : prefixes.live.test(key) ? 'live' : undefined;
}

/** A trial payment never counts as real money, nor the other way round. An unknown mode contradicts none. */
export const isOtherMode = (ours: Mode | undefined, given: unknown): boolean =>
  ours !== undefined && (given === 'test' || given === 'live') && given !== ours;
