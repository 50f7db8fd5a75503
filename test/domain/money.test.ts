/**
 * Amounts are exact in every currency.
 * The table of currencies against ISO 4217.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CURRENCIES,
  type Currency,
  formatMoney,
  isCurrency,
  MAX_MINOR,
  type Money,
  minorDigits,
  parseAmount,
  toMajor,
} from '#lib/domain/money.ts';

const money = (value: number, currency: string): Money => {
  const parsed = parseAmount(value, currency as Currency);
  if ('fault' in parsed) throw new Error(`${value} ${currency} ${parsed.message}`);
  return parsed;
};
const refusal = (value: number, currency: string) => parseAmount(value, currency as Currency);

/** The decimal text of minor units, made from digits only: what a caller would write in JSON. */
const decimalText = (minor: number, digits: number) => {
  const figures = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? figures : `${figures.slice(0, -digits)}.${figures.slice(-digits)}`;
};

const anyCurrency = fc.constantFrom(...CURRENCIES);
const oneOfEachDigits = fc.constantFrom('JPY', 'NGN', 'KWD', 'CLF');
const anyMinor = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.integer({ min: 1, max: MAX_MINOR }),
  fc.integer({ min: MAX_MINOR - 1_000_000, max: MAX_MINOR }),
);
const RUNS = { numRuns: 1_000 };

describe('an amount', () => {
  it.each([
    [45_000, 'NGN', 4_500_000],
    [1.005, 'KWD', 1005],
    [4.35, 'NGN', 435],
    [1.15, 'USD', 115],
    [19.99, 'GHS', 1999],
    [0.01, 'NGN', 1],
    [0.5, 'HUF', 50],
    [1, 'JPY', 1],
    [0.0001, 'CLF', 1],
    [1e12, 'NGN', MAX_MINOR],
    [1e14, 'JPY', MAX_MINOR],
    [999_999_999_999.99, 'NGN', 99_999_999_999_999],
  ])('an amount of %d %s is %d minor units', (value, currency, minor) => {
    expect(refusal(value, currency)).toEqual({ minor, currency });
  });

  it.each([0, -0, -1, -0.01, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'an amount of %d is refused, because it must be above 0',
    (value) => {
      expect(refusal(value, 'NGN')).toEqual({ fault: 'not_positive', message: 'must be a number above 0' });
    },
  );

  it.each([
    [10.005, 'NGN', 'must have at most 2 decimals in NGN'],
    [0.001, 'USD', 'must have at most 2 decimals in USD'],
    [5e-324, 'NGN', 'must have at most 2 decimals in NGN'],
    [0.1 + 0.2, 'NGN', 'must have at most 2 decimals in NGN'],
    [1.0005, 'KWD', 'must have at most 3 decimals in KWD'],
    [0.00005, 'CLF', 'must have at most 4 decimals in CLF'],
    [100.5, 'UGX', 'must have no decimals in UGX'],
  ])('an amount of %d %s is refused, because it has too many decimals', (value, currency, message) => {
    expect(refusal(value, currency)).toEqual({ fault: 'too_many_decimals', message });
  });

  it.each([
    [1_000_000_000_000.01, 'NGN', 'must be at most 1000000000000 in NGN'],
    [Number.MAX_VALUE, 'NGN', 'must be at most 1000000000000 in NGN'],
    [1e14 + 1, 'JPY', 'must be at most 100000000000000 in JPY'],
    [10_000_000_000.0001, 'CLF', 'must be at most 10000000000 in CLF'],
  ])('an amount of %d %s is refused, because it is too large', (value, currency, message) => {
    expect(refusal(value, currency)).toEqual({ fault: 'too_large', message });
  });

  it('an amount is read exactly and comes back as the number that was sent', () => {
    fc.assert(
      fc.property(oneOfEachDigits, anyMinor, (currency, minor) => {
        const sent = Number(decimalText(minor, minorDigits(currency)));
        const read = money(sent, currency);
        expect(read).toEqual({ minor, currency });
        expect(toMajor(read)).toBe(sent);
      }),
      RUNS,
    );
  });

  it('an amount with one decimal more than its currency has is refused', () => {
    fc.assert(
      fc.property(oneOfEachDigits, anyMinor, fc.integer({ min: 1, max: 9 }), (currency, minor, extra) => {
        const text = decimalText(minor, minorDigits(currency));
        const sent = Number(`${text.includes('.') ? text : `${text}.`}${extra}`);
        expect(refusal(sent, currency)).toMatchObject({
          fault: minor === MAX_MINOR ? 'too_large' : 'too_many_decimals',
        });
      }),
      RUNS,
    );
  });

  it('an amount of any double is either refused or comes back unchanged', () => {
    fc.assert(
      fc.property(anyCurrency, fc.double(), (currency, value) => {
        const read = refusal(value, currency);
        if ('fault' in read) return;
        expect(Number.isSafeInteger(read.minor) && read.minor > 0 && read.minor <= MAX_MINOR).toBe(true);
        expect(toMajor(read)).toBe(value);
      }),
      RUNS,
    );
  });

  it('amounts add up without loss where adding doubles would lose', () => {
    fc.assert(
      fc.property(
        oneOfEachDigits,
        fc.array(fc.integer({ min: 1, max: 1e12 }), { maxLength: 90, size: 'max' }),
        (currency, minors) => {
          const parts = minors.map((minor) => money(Number(decimalText(minor, minorDigits(currency))), currency));
          const total = parts.reduce((sum, { minor }) => sum + BigInt(minor), 0n);
          expect(parts.reduce((sum, { minor }) => sum + minor, 0)).toBe(Number(total));
        },
      ),
    );
    expect(money(0.1, 'NGN').minor + money(0.2, 'NGN').minor).toBe(money(0.3, 'NGN').minor);
  });
});

describe('an amount in a text', () => {
  it.each([
    [4_500_000, 'NGN', 'NGN 45,000.00'],
    [1, 'NGN', 'NGN 0.01'],
    [99_999, 'USD', 'USD 999.99'],
    [100_000, 'USD', 'USD 1,000.00'],
    [1000, 'JPY', 'JPY 1,000'],
    [7, 'JPY', 'JPY 7'],
    [1_234_567, 'KWD', 'KWD 1,234.567'],
    [5, 'CLF', 'CLF 0.0005'],
    [MAX_MINOR, 'NGN', 'NGN 1,000,000,000,000.00'],
  ])('an amount of %d minor units of %s is written as %s', (minor, currency, text) => {
    expect(formatMoney({ minor, currency })).toBe(text);
  });

  it('a written amount is plain ASCII and loses no digit', () => {
    fc.assert(
      fc.property(anyCurrency, anyMinor, (currency, minor) => {
        const text = formatMoney({ minor, currency });
        expect(text).toMatch(/^[A-Z]{3} \d{1,3}(,\d{3})*(\.\d{2,4})?$/);
        expect(text.slice(4).replaceAll(',', '')).toBe(decimalText(minor, minorDigits(currency)));
      }),
    );
  });
});

const intlCodes = Intl.supportedValuesOf('currency');
const intlDigits = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;
const words = (text: string) => text.split(' ');

/**
 * Known differences of Intl and ISO 4217. A new difference fails here: look it up, then change the table or this list.
 */
const WITHDRAWN = words('ANG BGN CUC HRK SLL ZWL');
const WITHOUT_MINOR_UNIT = words('XDR XSU');
const FUNDS_AND_NEWCOMERS = words('BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XCG');
const SHOWN_WITH_FEWER_DECIMALS = words('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER');

describe('the currency table', () => {
  it('the currency table has the codes that Intl knows, except where ISO 4217 differs', () => {
    const refused = intlCodes.filter((code) => !isCurrency(code));
    expect(WITHDRAWN.concat(WITHOUT_MINOR_UNIT)).toEqual(expect.arrayContaining(refused));
    const unknownToIntl = CURRENCIES.filter((code) => !intlCodes.includes(code));
    expect(FUNDS_AND_NEWCOMERS).toEqual(expect.arrayContaining(unknownToIntl));
  });

  it('the currency table has the decimals that Intl shows, except where ISO 4217 has more', () => {
    const shared = CURRENCIES.filter((code) => intlCodes.includes(code));
    const different = shared.filter((code) => minorDigits(code) !== intlDigits(code));
    expect(SHOWN_WITH_FEWER_DECIMALS).toEqual(expect.arrayContaining(different));
    for (const code of different) expect(minorDigits(code), code).toBeGreaterThan(intlDigits(code));
  });

  it('the currency table has each code with a minor unit once, in three capital letters', () => {
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
    expect(CURRENCIES.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
    expect(CURRENCIES).toHaveLength(165);
  });

  it.each([
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
    [2, 'EUR GBP GHS HUF KES MRU NGN SLE STN USD VED VES XAD XCG ZAR ZWG'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'CLF UYW'],
  ])('the currency table gives %i decimals to %s', (digits, codes) => {
    expect(words(codes).filter((code) => minorDigits(code) !== digits)).toEqual([]);
  });

  it.each([...WITHDRAWN, ...words('XXX XTS XAU XAG XPT XPD XDR XBA QQQ')])('the code %s is not a currency', (code) => {
    expect(isCurrency(code)).toBe(false);
  });

  it.each(['', 'ngn', 'NGN ', 'NG', 'NGNX', 'constructor', '__proto__'])('the text "%s" is not a currency', (code) => {
    expect(isCurrency(code)).toBe(false);
  });

  it('minorDigits throws for a code that was never a currency', () => {
    expect(() => minorDigits('QQQ')).toThrow(RangeError);
  });
});

it('the error about what never was a currency names it', () => {
  expect(() => minorDigits('QQQ')).toThrow('QQQ is not a currency');
});
