/** Paystack's units. They are ISO minor units in the currencies listed here, and unconfirmed in all others. */

import type { Money } from '#lib/domain/money.ts';
import { minorDigits } from '#lib/domain/money.ts';
import { ProviderFailure } from '#lib/payment/port.ts';
import { readUnits } from '#lib/payment/provider-money.ts';

const CURRENCIES = ['GHS', 'KES', 'NGN', 'USD', 'ZAR'];

export const hasKnownUnits = (currency: unknown): boolean => CURRENCIES.some((each) => each === currency);

function digitsOf(currency: string): number {
  if (!hasKnownUnits(currency)) throw new ProviderFailure('unsupported_currency');
  return minorDigits(currency);
}

export function paystackAmount({ minor, currency }: Money): number {
  digitsOf(currency);
  return minor;
}

export const paystackMoney = (value: unknown, currency: unknown): Money => readUnits(value, currency, digitsOf);
