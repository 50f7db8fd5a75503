/** The table of currencies against ISO 4217. */
import { describe, expect, it } from 'vitest';
import { CURRENCIES, isCurrency, minorDigits } from '#lib/domain/money.ts';

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
