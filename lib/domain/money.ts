/** Money as whole minor units: exact to compare and add, and back on the wire exactly as it was sent. */
import { type Currency, minorDigits } from './currency.ts';

export type Money = { minor: number; currency: string };

/** The most an amount may be. Up to here a double still tells every minor unit from the next, with room to spare. */
export const MAX_MINOR = 10 ** 14;

/** Why an amount was refused; `message` follows the name of the field: "amount.value must be …". */
export type AmountFault = { fault: 'not_positive' | 'too_large' | 'too_many_decimals'; message: string };

/**
 * Reads an amount in major units. Dividing back must give the very same number: that is true exactly for the
 * numbers that are the nearest double to a decimal with no more places than the currency has.
 */
export const parseAmount = (value: number, currency: Currency): Money | AmountFault => {
  const digits = minorDigits(currency);
  const scale = 10 ** digits;
  if (!Number.isFinite(value) || value <= 0) return { fault: 'not_positive', message: 'must be a number above 0' };
  if (value > MAX_MINOR / scale) {
    return { fault: 'too_large', message: `must be at most ${MAX_MINOR / scale} in ${currency}` };
  }
  const minor = Math.round(value * scale);
  if (minor / scale !== value) {
    const max = digits === 0 ? 'no decimals' : `at most ${digits} decimals`;
    return { fault: 'too_many_decimals', message: `must have ${max} in ${currency}` };
  }
  return { minor, currency };
};

/** The number the caller sent. */
export const toMajor = ({ minor, currency }: Money): number => minor / 10 ** minorDigits(currency);

/** For texts: `NGN 45,000.00`. Plain ASCII, since `₦` or a no-break space would double the price of an SMS. */
export const formatMoney = ({ minor, currency }: Money): string => {
  const digits = minorDigits(currency);
  const figures = String(minor).padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits).replace(/\B(?=(\d{3})+$)/g, ',');
  return digits === 0 ? `${currency} ${whole}` : `${currency} ${whole}.${figures.slice(-digits)}`;
};
