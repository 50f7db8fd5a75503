/** Phone numbers: E.164 where the number can be read, else kept as it was typed. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export type Phone = {
  /** What the contact shows: E.164, else as typed. */
  text: string;
  /** What contacts are found by: E.164, else the digits alone. */
  lookup: string;
  /** Whether messages can be sent to it. */
  reachable: boolean;
  /** ISO 3166 alpha-2, where the number tells it. */
  country?: string;
};

/** Bounds of a number that is kept as typed. */
export const PHONE_DIGITS = { min: 5, max: 20 };
export const PHONE_LENGTH = 40;

/** Whether reading the number needs the account's default country. */
export const needsCountry = (phone: string): boolean => !phone.trim().startsWith('+');

export const isCountry = (code: string): boolean => isSupportedCountry(code);

export const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/** Reads a number with its own country code, or with the account's default country when it has none. */
export function parsePhone(typed: string, defaultCountry: string | undefined): Phone {
  const text = typed.trim();
  const country = defaultCountry as CountryCode | undefined;
  const parsed = parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) });
  if (!parsed?.isPossible()) return { text, lookup: text.replace(/\D/g, ''), reachable: false };
  const found = parsed.country;
  return { text: parsed.number, lookup: parsed.number, reachable: true, ...(found && { country: found }) };
}
