/** Phone numbers: E.164 if the number can be read, otherwise as typed. */
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { areaZoneOf } from './follow-up/country-zones.ts';

export type Phone = {
  /** What responses show: E.164, else as typed. */
  text: string;
  /** What contacts are found by: E.164, else only the digits. */
  lookup: string;
  reachable: boolean;
  /** ISO 3166 alpha-2, if the number shows it. */
  country?: string;
  /** The time zone of its area code, where that lies outside the ends of its country. */
  areaZone?: string;
};

export const PHONE_DIGITS = { min: 5, max: 20 };
export const PHONE_LENGTH = 40;

export const needsCountry = (phone: string): boolean => !phone.trim().startsWith('+');

export const isCountry = (code: string): boolean => isSupportedCountry(code);

export const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/** No number in E.164 has more digits. */
const MAX_E164_DIGITS = 15;
/** How many countries dial out; after a plus it says nothing. No country code begins with 0. */
const DIAL_OUT = /^\+?00+/;

/** The text of a phone reads as the same phone, so that a stored text says all that the typed one said. */
export function parsePhone(typed: string, defaultCountry: string | undefined): Phone {
  const text = typed.trim();
  const number = numberIn(text, defaultCountry);
  if (number === undefined) return { text, lookup: text.replace(/\D/g, ''), reachable: false };
  if (number.number !== text) return parsePhone(number.number, defaultCountry);
  const { country } = number;
  const areaZone = areaZoneOf(text);
  return { text, lookup: text, reachable: true, ...(country && { country }), ...(areaZone && { areaZone }) };
}

function numberIn(text: string, defaultCountry: string | undefined): PhoneNumber | undefined {
  const asDialled = read(text, defaultCountry);
  if (!DIAL_OUT.test(text) || (asDialled && hasCountryCode(text, asDialled))) return asDialled;
  return read(text.replace(DIAL_OUT, '+'), undefined) ?? asDialled;
}

/** Not every country dials out by 00: Nigeria dials 009. Then the number is all that follows. */
const hasCountryCode = (text: string, { number }: PhoneNumber): boolean =>
  text.replace(/\D/g, '').endsWith(number.slice(1));

function read(text: string, defaultCountry: string | undefined): PhoneNumber | undefined {
  const country = defaultCountry as CountryCode | undefined;
  const parsed = parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) });
  const isNumber = parsed?.isPossible() && countDigits(parsed.number) <= MAX_E164_DIGITS;
  return isNumber ? parsed : undefined;
}
