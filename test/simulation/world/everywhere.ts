/**
 * In some worlds customers, businesses and currencies are of any country, amounts lie on the bounds of the rules, lives last for weeks,
 * and the year is at any day: what a table says of one country only is met there. Drawn apart from all else.
 */
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { decimalsOf } from '#test/simulation/model/money.ts';
import type { Amount } from '#test/simulation/model/wire.ts';
import { erasesIn } from './erasure.ts';

export const EVERYWHERE = { name: 'everywhere', share: 0.25 };

/** Countries of which some rule says something: several zones, laws on reminders, French, own hours, their own zeros. */
export const OWN_RULES: readonly CountryCode[] = (
  'AU BR CA CD CL CN EC ES FM GL ID KI MN MX NZ PF PG PT RU UA US XK GR CO GH ' +
  'BF BI BJ BL CF CG CI CM DJ DZ FR GA GF GN GP HT KM LU MA MC MF MG ML MQ MR NC NE PM RE SN TD TG TN WF YT'
).split(' ') as CountryCode[];

/** ISO 4217, without metals, funds of banks and codes for tests. */
export const CURRENCIES = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY COP ' +
  'CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD ' +
  'IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR ' +
  'MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP ' +
  'SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF XCD ' +
  'XOF XPF YER ZAR ZMW ZWG'
).split(' ');

const FEW = 6;
const DAY = 24 * 60 * 60_000;
const DAYS_OF_A_YEAR = 365;
/** In minutes: the last minute of each row of the rhythms, the first of the next, and weeks; the feed forgets what is older than thirty days. */
const LIVES = [19, 20, 60, 61, 240, 241, 720, 721, 1440, 2880, 2881, 4320, 10_080, 20_160, 20_161, 30_240];
/** The amounts at which an account's reminders change, in major units: docs/decisions/0015-plans-are-computed.md. */
const BOUNDS: Readonly<Record<string, readonly number[]>> = {
  NGN: [10_000, 500_000],
  GHS: [100, 5_000],
  USD: [10, 500],
};
const MAX_MINOR = 10 ** 14;

export type Everywhere = {
  phones: readonly string[];
  currencies: Readonly<Record<string, string>>;
  /** Of an account that has not been read yet. */
  country: CountryCode;
  /** How long after the usual beginning this world begins: another day of the year. */
  later: number;
  life: (random: Random) => number;
  amount: (currency: string, random: Random) => Amount;
  words: (random: Random) => string;
};

/** Undefined in a usual world. */
export function everywhereIn(seed: number, without: ReadonlySet<string>): Everywhere | undefined {
  const random = randomFrom(seed, EVERYWHERE.name);
  if (without.has(EVERYWHERE.name) || !random.bool(EVERYWHERE.share)) return undefined;
  const aCountry = () => (random.bool(0.5) ? random.pick(OWN_RULES) : random.pick(getCountries()));
  const country = aCountry();
  // Few customers of each world live in the business's own country, and write their number as one does there.
  const phones = Array.from({ length: FEW }, (_, index) => phoneOf(index === 0 ? country : aCountry(), index === 0));
  const aCurrency = (usual: string) => (random.bool(0.3) ? usual : random.pick(CURRENCIES));
  const currencies = { NGN: aCurrency('NGN'), GHS: aCurrency('GHS') };
  // An erasure may come twenty days after an end.
  const lives = random.bool(0.3) && !erasesIn(seed, without) ? LIVES : LIVES.filter((minutes) => minutes <= 2 * 1440);
  return {
    phones,
    currencies,
    country,
    later: random.between(0, DAYS_OF_A_YEAR - 1) * DAY,
    life: (by) => by.pick(lives),
    amount: amountAround,
    words: (by) => 'a long purpose of a payment with many words in it that go on'.slice(0, by.between(1, 60)).trim(),
  };
}

export function phoneOf(country: CountryCode, isNational: boolean): string {
  const phone = getExampleNumber(country, examples);
  const national = phone?.formatNational() ?? '';
  // A create asks for five digits.
  return isNational && /(\d\D*){5}/.test(national) ? national : (phone?.number ?? '+2348031230001');
}

/** On a bound, one minor unit beside it, the smallest, the largest, or a usual one. */
export function amountAround(currency: string, random: Random): Amount {
  const unit = 10 ** decimalsOf(currency);
  const bounds = (BOUNDS[currency] ?? [100]).flatMap((major) => [-1, 0, 1].map((more) => major * unit + more));
  const minor = random.pick([...bounds, ...bounds, 1, MAX_MINOR, 500 * unit, 45_000 * unit]);
  return { value: minor / unit, currency };
}
