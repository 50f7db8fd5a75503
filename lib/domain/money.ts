/** Money in whole minor units: exact to compare and add, and shown exactly as it was sent. */

export type Money = { minor: number; currency: string };

/** The largest amount. A double still distinguishes all minor units here, with a wide margin. */
export const MAX_MINOR = 10 ** 14;

/** Why an amount was refused; `message` follows the name of the field: "amount.value must be …". */
export type AmountFault = { fault: 'not_positive' | 'too_large' | 'too_many_decimals'; message: string };

/**
 * In major units. Dividing back must give the same number: this holds only for the doubles nearest to a decimal with
 * no more places than the currency has.
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

export const toMajor = ({ minor, currency }: Money): number => minor / 10 ** minorDigits(currency);

/** As the interface and its events show money. */
export const toAmount = (money: Money): { value: number; currency: string } => ({
  value: toMajor(money),
  currency: money.currency,
});

/** For texts: `NGN 45,000.00`. Plain ASCII, because `₦` or a no-break space would double the price of an SMS. */
export const formatMoney = ({ minor, currency }: Money): string => {
  const digits = minorDigits(currency);
  const figures = String(minor).padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits).replace(/\B(?=(\d{3})+$)/g, ',');
  return digits === 0 ? `${currency} ${whole}` : `${currency} ${whole}.${figures.slice(-digits)}`;
};

/** A code that `isCurrency` has accepted. */
export type Currency = string & { readonly '~currency': true };

/**
 * ISO 4217 codes by number of decimals. Not from Intl, whose digits are habits of display (HUF: 0). Codes without a
 * minor unit are left out (metals, SDR, bond units, XTS, XXX). When ISO withdraws a code, refuse it in `isCurrency`
 * but keep it here: stored amounts must stay readable.
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

/** The currency's number of decimals. @throws Error if no such code has ever existed. */
export const minorDigits = (currency: string): number => {
  const digits = DIGITS.get(currency);
  if (digits === undefined) throw new RangeError(`${currency} is not a currency`);
  return digits;
};

/** A collection's amount, what came in minus what went back, and what the merchant has credited, in minor units. */
type Balance = { amount: Money; received: number; credits?: number };

/** What is not asked for any more, because it was received or credited; more than the amount where it is too much. */
export const settledOf = ({ received, credits = 0 }: Pick<Balance, 'received' | 'credits'>): number =>
  received + credits;

export const creditsOf = ({ amount, credits = 0 }: Balance): Money => ({ ...amount, minor: credits });

/** What came in, less what went back: negative if more went back than came in, as when a disputed part payment is lost with its fee. */
export const receivedOf = ({ amount, received }: Balance): Money => ({ ...amount, minor: received });

export const outstandingOf = (of: Balance): Money => ({
  ...of.amount,
  minor: Math.max(0, of.amount.minor - settledOf(of)),
});
