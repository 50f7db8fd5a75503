/** Stripe's units, which are not always ISO minor units: https://docs.stripe.com/currencies#minor-units. */

import type { Money } from '#lib/domain/money.ts';
import { minorDigits } from '#lib/domain/money.ts';
import { ProviderFailure } from '#lib/payment/port.ts';
import { readUnits, unitsOf } from '#lib/payment/provider-money.ts';

/** In Stripe these have no decimals. In ISO, MGA has some. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');

/** In ISO these have no decimals. Stripe still counts hundredths, and accepts whole units only. */
const STILL_HUNDREDTHS = ['ISK', 'UGX'];

/** Stripe counts thousandths here, and the last digit must be 0. */
const THOUSANDTHS = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

function digitsOf(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0;
  if (THOUSANDTHS.includes(currency)) return 3;
  if (minorDigits(currency) === 2 || STILL_HUNDREDTHS.includes(currency)) return 2;
  throw new ProviderFailure('unsupported_currency');
}

/** Never rounds. @throws ProviderFailure `unsupported_amount` when Stripe's units are too coarse */
export function stripeAmount(amount: Money): number {
  const digits = digitsOf(amount.currency);
  const units = unitsOf(amount, digits);
  if (units === undefined || (digits === 3 && units % 10 !== 0)) throw new ProviderFailure('unsupported_amount');
  return units;
}

export const stripeMoney = (units: unknown, currency: unknown): Money => readUnits(units, currency, digitsOf);
