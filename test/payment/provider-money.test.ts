/**
 * Amounts go to the providers and come back exactly, in every currency.
 * The providers' time formats become ISO instants.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES, MAX_MINOR } from '#lib/domain/money.ts';
import {
  decimalOf,
  earliest,
  endOf,
  expectAmount,
  readDecimal,
  readEpochSeconds,
  readInstant,
  readUnits,
  withFeeOnTop,
} from '#lib/payment/provider-values.ts';
import { stripeAmount, stripeMoney } from '#lib/payment/stripe/api.ts';
import { anOrder, NOW } from './conformance/an-order.ts';

const MINOR = fc.integer({ min: 1, max: MAX_MINOR });
const CURRENCY = fc.constantFrom(...CURRENCIES);

describe('major units', () => {
  it.each([
    ['NGN', 45_010, '450.10'],
    ['NGN', 5, '0.05'],
    ['JPY', 45_010, '45010'],
    ['KWD', 5_124, '5.124'],
    ['KWD', 7, '0.007'],
    ['CLF', 12_345, '1.2345'],
    ['NGN', 100_000_000_000_000, '1000000000000.00'],
  ])('in %s, %i minor units are written as %s and read back', (currency, minor, text) => {
    expect(decimalOf({ minor, currency })).toBe(text);
    expect(readDecimal(text, currency)).toEqual({ minor, currency });
    expect(readDecimal(Number(text), currency)).toEqual({ minor, currency });
  });

  it('an amount in major units stays exact in JSON, as text and as a number', () => {
    fc.assert(
      fc.property(MINOR, CURRENCY, (minor, currency) => {
        const amount = Number(decimalOf({ minor, currency }));
        const { sent } = JSON.parse(JSON.stringify({ sent: amount })) as { sent: number };
        expect(readDecimal(sent, currency)).toEqual({ minor, currency });
        expect(readDecimal(decimalOf({ minor, currency }), currency.toLowerCase())).toEqual({ minor, currency });
      }),
    );
  });

  it.each([
    ['NGN', '450.105'],
    ['NGN', 0.1 + 0.2],
    ['JPY', '450.5'],
    ['JPY', 0.5],
    ['KWD', '5.1234'],
    ['NGN', '1e3'],
    ['NGN', ' 5 '],
    ['NGN', '5.'],
    ['NGN', '.5'],
    ['NGN', '+5'],
    ['NGN', Number.NaN],
    ['NGN', Number.POSITIVE_INFINITY],
    ['NGN', '99999999999999999999'],
    ['NGN', '999999999999999.99'],
    ['NGN', '0.00'],
    ['NGN', 5n],
  ])('in %s, the value %s is refused as an amount in major units', (currency, value) => {
    expect(() => readDecimal(value, currency)).toThrow('malformed_answer');
  });

  it('an amount in major units may have more zeros than its currency has decimals', () => {
    expect(readDecimal('450.1000', 'NGN')).toEqual({ minor: 45_010, currency: 'NGN' });
    expect(readDecimal('450.00', 'JPY')).toEqual({ minor: 450, currency: 'JPY' });
  });
});

it('readUnits accepts whole minor units as numbers or text, and nothing else', () => {
  expect(readUnits(45_010, 'ngn')).toEqual({ minor: 45_010, currency: 'NGN' });
  expect(readUnits('45010', 'NGN')).toEqual({ minor: 45_010, currency: 'NGN' });
  for (const value of [450.1, '450.10', 2 ** 53, '', '0', -1, null, [5]]) {
    expect(() => readUnits(value, 'NGN')).toThrow('malformed_answer');
  }
});

describe("Stripe's units", () => {
  it.each([
    ['USD', 45_010, 45_010],
    ['NGN', 45_010, 45_010],
    ['HUF', 45_010, 45_010],
    ['JPY', 45_010, 45_010],
    ['XOF', 45_010, 45_010],
    ['UGX', 45_010, 4_501_000],
    ['ISK', 5, 500],
    ['MGA', 4_500, 45],
    ['KWD', 5_120, 5_120],
  ])("in %s, %i minor units are %i of Stripe's units", (currency, minor, units) => {
    expect(stripeAmount({ minor, currency })).toBe(units);
    expect(stripeMoney(units, currency.toLowerCase())).toEqual({ minor, currency });
  });

  it("an amount in Stripe's units comes back unchanged, or is refused before it is sent", () => {
    fc.assert(
      fc.property(MINOR, CURRENCY, (minor, currency) => {
        try {
          expect(stripeMoney(stripeAmount({ minor, currency }), currency)).toEqual({ minor, currency });
        } catch (error) {
          expect(String(error)).toMatch(/unsupported_(?:amount|currency)/);
        }
      }),
    );
  });

  it("an amount with more of Stripe's units than a number can count is refused", () => {
    expect(() => stripeAmount({ minor: MAX_MINOR, currency: 'UGX' })).toThrow('unsupported_amount');
  });

  it("an amount in Stripe's units is refused when it is no whole amount of ours", () => {
    expect(() => stripeMoney(4_501_050, 'ugx')).toThrow('malformed_answer');
    expect(() => stripeMoney(550, 'clf')).toThrow('unsupported_currency');
  });
});

describe('what the payer is asked for', () => {
  const order = anOrder('bank_transfer');
  const naira = (minor: number) => ({ minor, currency: 'NGN' });

  it('a fee on top is shown as what to transfer, and the amount alone is not', () => {
    expect(withFeeOnTop(naira(45_010), order)).toEqual({});
    expect(withFeeOnTop(naira(45_011), order)).toEqual({ amount: naira(45_011) });
  });

  it.each([
    { minor: 45_009, currency: 'NGN' },
    { minor: 45_010, currency: 'USD' },
    { minor: 99_999, currency: 'USD' },
  ])('an account for %j is refused when 450.10 NGN was asked', (given) => {
    expect(() => withFeeOnTop(given, order)).toThrow('amount_differs');
    expect(() => expectAmount(given, order)).toThrow('amount_differs');
  });
});

it('readInstant accepts ISO times with a zone only', () => {
  expect(readInstant('2026-03-02T11:42:07Z')).toBe('2026-03-02T11:42:07.000Z');
  expect(readInstant('2026-03-02T11:42:07.123+01:00')).toBe('2026-03-02T10:42:07.123Z');
  for (const value of ['2026-03-02T11:42:07', '2026-03-02', 'yesterday', '2026-13-02T11:42:07Z', 5, undefined]) {
    expect(() => readInstant(value)).toThrow('malformed_answer');
  }
});

it('readEpochSeconds accepts whole seconds since 1970 only', () => {
  expect(readEpochSeconds(1_772_448_000)).toBe('2026-03-02T10:40:00.000Z');
  for (const value of ['1772448000', 1.5, 1e15, null])
    expect(() => readEpochSeconds(value)).toThrow('malformed_answer');
});

it('a session ends at the earliest of its ends, and is refused when that has passed', () => {
  const expiresAt = '2026-03-09T10:00:00.000Z';
  expect(earliest(expiresAt, '2026-03-03T10:00:00.000Z', '2026-03-04T10:00:00.000Z')).toBe('2026-03-03T10:00:00.000Z');
  expect(endOf({ expiresAt, now: NOW }, '2026-04-01T00:00:00.000Z')).toBe(expiresAt);
  expect(() => endOf({ expiresAt, now: NOW }, NOW.toISOString())).toThrow('malformed_answer');
});
