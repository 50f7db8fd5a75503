/** Phone numbers: E.164 if the number can be read, otherwise as typed; the time zones that a number shows; and the key by which one person is found however the number is written. */
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { type Channel, reachesPhone } from './channels/channels.ts';
import { countriesSharing, renumberedOf } from './numbering.ts';
import { readableNumber } from './phone-writings.ts';

/**
 * Countries with several zones: first the zone in which most people live, then the eastern and the western end, where it is
 * not an end itself. The clocks of all other places show a time between those of the ends, except where fewer than
 * five thousand people live. A country that is not listed has the same time everywhere.
 */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['AU', ['Australia/Sydney', 'Australia/Perth']],
  ['BR', ['America/Sao_Paulo', 'America/Rio_Branco']],
  ['CA', ['America/Toronto', 'America/St_Johns', 'America/Vancouver']],
  ['CD', ['Africa/Kinshasa', 'Africa/Lubumbashi']],
  ['CL', ['America/Santiago', 'America/Punta_Arenas', 'Pacific/Easter']],
  ['CN', ['Asia/Shanghai', 'Asia/Urumqi']],
  ['EC', ['America/Guayaquil', 'Pacific/Galapagos']],
  ['ES', ['Europe/Madrid', 'Atlantic/Canary']],
  ['FM', ['Pacific/Pohnpei', 'Pacific/Chuuk']],
  ['GL', ['America/Nuuk']],
  ['ID', ['Asia/Jakarta', 'Asia/Jayapura']],
  ['KI', ['Pacific/Tarawa', 'Pacific/Kiritimati']],
  ['MN', ['Asia/Ulaanbaatar', 'Asia/Hovd']],
  ['MX', ['America/Mexico_City', 'America/Cancun', 'America/Tijuana']],
  ['NZ', ['Pacific/Auckland']],
  ['PF', ['Pacific/Tahiti', 'Pacific/Marquesas']],
  ['PG', ['Pacific/Port_Moresby', 'Pacific/Bougainville']],
  ['PT', ['Europe/Lisbon', 'Atlantic/Azores']],
  // Its ends share two hours: docs/decisions/0028-rules-for-people.md.
  ['RU', ['Europe/Moscow']],
  ['UA', ['Europe/Kyiv']],
  ['US', ['America/New_York', 'America/Los_Angeles']],
  // Kosovo has a calling code, but no zone in the time zone database.
  ['XK', ['Europe/Belgrade']],
]);

/**
 * The area codes of the United States and Canada outside the ends of their country. Most owners live there, but a number
 * moves with its owner, so the ends hold for them, too.
 */
const AREAS = [
  { start: '+1808', zone: 'Pacific/Honolulu' },
  { start: '+1907', zone: 'America/Anchorage' },
] as const;

export const areaZoneOf = (phone: string): string | undefined =>
  AREAS.find(({ start }) => phone.startsWith(start))?.zone;

/**
 * `country` is in ISO 3166. Of those in `sharedBy` nobody knows which it is, so the rules of all of them hold; in none of them
 * the phone may be anywhere. `areaZone` is known for few phones.
 */
export type Whereabouts = {
  country?: string | undefined;
  sharedBy?: readonly string[] | undefined;
  areaZone?: string | undefined;
};

export const countriesOf = ({ country, sharedBy = [] }: Whereabouts): readonly string[] =>
  country === undefined ? sharedBy : [country];

/** The contact's own zone first, as far as it is known. UTC if no country is known. */
export function zonesOf(where: Whereabouts): readonly string[] {
  const { areaZone } = where;
  const zones = countriesOf(where).flatMap((country) => ENDS.get(country) ?? soleZoneOf(country));
  const all = zones.length === 0 ? ['UTC'] : [...new Set(zones)];
  return areaZone === undefined ? all : [areaZone, ...all];
}

/** TypeScript's library for our target has neither yet. Node 22, on which the service runs locally, has only `timeZones`. */
type WithTimeZones = { getTimeZones?: () => string[] | undefined; timeZones?: string[] };

/** A cache, as a look-up takes a third of a millisecond. */
const sole = new Map<string, readonly string[]>();

function soleZoneOf(country: string): readonly string[] {
  const known = sole.get(country);
  if (known !== undefined) return known;
  const zones = [timeZonesOf(country)[0] ?? 'UTC'];
  sole.set(country, zones);
  return zones;
}

export const timeZonesOf = (country: string): readonly string[] => {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & WithTimeZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
};

const all = new Map<string, readonly string[]>();

/** Every zone of a country, its islands and far ends too, where `zonesOf` leaves out what few people live in. */
export function allZonesOf(country: string | undefined): readonly string[] {
  if (country === undefined) return ['UTC'];
  const known = all.get(country);
  if (known !== undefined) return known;
  const zones = [...new Set([...zonesOf({ country }), ...timeZonesOf(country)])];
  all.set(country, zones);
  return zones;
}

export type Phone = {
  /** What responses show: E.164, else as typed. */
  text: string;
  /** What contacts are found by: E.164, else only the digits. */
  lookup: string;
  reachable: boolean;
  /** ISO 3166 alpha-2, if the number shows it. */
  country?: string;
  /** If it does not, those that share its calling code, by how many people live there. None of a number that may be anywhere, as by satellite. */
  sharedBy?: readonly string[];
  /** The time zone of its area code, where that lies outside the ends of its country. */
  areaZone?: string;
};

export const PHONE_DIGITS = { min: 5, max: 20 };
export const PHONE_LENGTH = 40;

export const needsCountry = (phone: string): boolean => !readableNumber(phone).startsWith('+');

export const isCountry = (code: string): boolean => isSupportedCountry(code);

/** In any script. */
export const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/** No number in E.164 has more digits. */
const MAX_E164_DIGITS = 15;
/** How many countries dial out; after a plus it says nothing. No country code begins with 0. */
const DIAL_OUT = /^\+?00+/;

/** The text of a phone reads as the same phone, so that a stored text says all that the typed one said. */
export function parsePhone(typed: string, defaultCountry: string | undefined): Phone {
  const text = typed.trim();
  const written = readableNumber(text);
  const number = numberIn(written, defaultCountry);
  if (number === undefined) return { text, lookup: written.replace(/\D/g, ''), reachable: false };
  if (number.number !== text) return parsePhone(number.number, defaultCountry);
  const sharedBy = countriesSharing(number);
  const where = sharedBy ? { sharedBy } : { country: number.country as string };
  const areaZone = areaZoneOf(text);
  return { text, lookup: text, reachable: true, ...where, ...(areaZone && { areaZone }) };
}

function numberIn(text: string, defaultCountry: string | undefined): PhoneNumber | undefined {
  const asDialled = read(text, defaultCountry);
  if (!DIAL_OUT.test(text) || (asDialled && hasCountryCode(text, asDialled))) return asDialled;
  return read(text.replace(DIAL_OUT, '+'), undefined) ?? asDialled;
}

/** Not every country dials out by 00: Nigeria dials 009. Then the number is all that follows. */
const hasCountryCode = (text: string, { number }: PhoneNumber): boolean =>
  text.replace(/\D/g, '').endsWith(number.slice(1));

/** The zero is only dialled within the country; Italy's is part of the number. */
const TRUNK_ZERO = /\(0\)/;

function read(text: string, defaultCountry: string | undefined): PhoneNumber | undefined {
  const country = defaultCountry as CountryCode | undefined;
  const parsed = parsePhoneNumberFromString(text, { extract: false, ...(country && { defaultCountry: country }) });
  const renumbered = parsed && renumberedOf(parsed.number);
  if (renumbered !== undefined && renumbered !== parsed?.number) return read(renumbered, undefined);
  const isNumber = parsed?.isPossible() && countDigits(parsed.number) <= MAX_E164_DIGITS;
  if (isNumber) return parsed;
  return TRUNK_ZERO.test(text) ? read(text.replace(TRUNK_ZERO, ''), defaultCountry) : undefined;
}

/** Argentina writes a mobile number with or without a 9 after the country code; the network takes both. */
const ARGENTINE_MOBILE = /^\+549(\d{10})$/;

/** Brazilian mobiles got a 9 before their eight digits; those eight digits began with 6 to 9. Landlines begin lower. */
const BRAZIL_WITHOUT_NINE = /^(\+55\d{2})([6-9]\d{7})$/;

/** `phone` is in E.164, of today's numbering or of an old one. */
export const foldPhone = (phone: string): string =>
  renumberedOf(phone).replace(ARGENTINE_MOBILE, '+54$1').replace(BRAZIL_WITHOUT_NINE, '$19$2');

/** Where a channel reaches a person: a phone in E.164, or an email. Two spellings of one address give the same text. */
export const foldAddress = (channel: Channel, address: string): string =>
  reachesPhone(channel) ? foldPhone(address) : address.toLowerCase();

/** The phone if it is reachable, else the email. */
export const matchKeyOf = ({ reachable, lookup }: Pick<Phone, 'reachable' | 'lookup'>, email: string): string =>
  reachable ? foldPhone(lookup) : email.toLowerCase();

/** Each address of a contact in the one text that all its spellings have. `phone` is as it is stored. */
export function addressKeysOf({ phone, email }: { phone: string; email: string }): string[] {
  const { reachable, lookup } = parsePhone(phone, undefined);
  return [...(reachable ? [foldPhone(lookup)] : []), ...(email === '' ? [] : [email.toLowerCase()])];
}
