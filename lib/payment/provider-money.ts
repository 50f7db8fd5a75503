/** Converts money to and from the providers' formats. It moves digits as text, so it never rounds an amount. */

import type { Money } from '#lib/domain/money.ts';
import { isCurrency, minorDigits } from '#lib/domain/money.ts';
import type { Order } from '#lib/domain/payment/exchange.ts';
import { ProviderFailure } from './port.ts';
import { malformed } from './read-answer.ts';

/** Writes `{ minor: 45010, currency: 'NGN' }` as `450.10`, and as `45010` in a currency without decimals. */
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
