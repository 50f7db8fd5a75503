/** Phone numbers: E.164 if the number can be read, otherwise as typed. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export type Phone = {
  /** What responses show: E.164, else as typed. */
  text: string;
  /** What contacts are found by: E.164, else only the digits. */
  lookup: string;
  reachable: boolean;
  /** ISO 3166 alpha-2, if the number shows it. */
  country?: string;
};

export const PHONE_DIGITS = { min: 5, max: 20 };
export const PHONE_LENGTH = 40;

export const needsCountry = (phone: string): boolean => !phone.trim().startsWith('+');

export const isCountry = (code: string): boolean => isSupportedCountry(code);

export const countDigits = (text: string): number => text.replace(/\D/g, '').length;

export function parsePhone(typed: string, defaultCountry: string | undefined): Phone {
  const text = typed.trim();
  const country = defaultCountry as CountryCode | undefined;
  const parsed = parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) });
  if (!parsed?.isPossible()) return { text, lookup: text.replace(/\D/g, ''), reachable: false };
  const found = parsed.country;
  return { text: parsed.number, lookup: parsed.number, reachable: true, ...(found && { country: found }) };
}
