/** The currencies an amount may be in: ISO 4217's list one as of 2026-01-01, and how many decimals each has. */

/** A code that `isCurrency` has vouched for. */
export type Currency = string & { readonly '~currency': true };

/**
 * By number of decimals. Own table, because Intl follows CLDR, whose digits are habits of display (HUF: 0), not ISO's.
 * Left out: codes without a minor unit (metals, SDR, bond units, XTS, XXX).
 * When ISO withdraws a code, refuse it in `isCurrency` but keep it here: stored amounts must stay readable.
 */
const CODES_BY_DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR
    IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD
    NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
    SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

export const CURRENCIES: readonly string[] = [...DIGITS.keys()].sort();

export const isCurrency = (code: string): code is Currency => DIGITS.has(code);

/** How many decimals the currency has; a code that was never one is a fault of ours, and throws. */
export const minorDigits = (currency: string): number => {
  const digits = DIGITS.get(currency);
  if (digits === undefined) throw new RangeError(`${currency} is not a currency`);
  return digits;
};
