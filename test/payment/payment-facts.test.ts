/** Facts about a payment that all providers give: how it was paid, what it cost, which mode it has. */
import { describe, expect, it } from 'vitest';
import { costsOf, isOtherMode, methodOf, modeByPrefix } from '#lib/payment/payment-facts.ts';

describe('how it was paid', () => {
  it.each([
    ['card', ['card', 'CARD', 'card_present', 'Debit Card']],
    ['bank_transfer', ['bank_transfer', 'ACCOUNT_TRANSFER', 'dedicated_nuban', 'customer_balance', 'banktransfer']],
    [
      'mobile_money',
      [
        'mobile_money',
        'mobilemoneygh',
        'mobilemoneyfranco',
        'mpesa',
        'M-Pesa',
        'MOBILE MONEY',
        'mobile_money_transfer',
      ],
    ],
    ['ussd', ['ussd', 'USSD']],
    ['other', ['bank', 'qr', 'eft', 'paypal', 'PHONE_NUMBER', 'constructor']],
  ])('a payment is by %s when a provider calls it one of %j', (method, words) => {
    for (const word of words) expect(methodOf(word), word).toBe(method);
  });

  it.each([undefined, null, '', ' ', 7, {}, []])('it is not known how a payment was made that is called %j', (word) => {
    expect(methodOf(word)).toBeUndefined();
  });
});

describe('what it cost', () => {
  const counted = { minor: 10_000, currency: 'NGN' };

  it('a fee on top is a surcharge, and no part of the amount', () => {
    expect(costsOf(counted, { gross: 10_150, net: 10_000, method: 'card' })).toEqual({
      amount: counted,
      method: 'card',
      surcharge: 150,
      fee: 0,
    });
  });

  it('a fee that the merchant bears is part of the amount, and no surcharge', () => {
    expect(costsOf(counted, { gross: 10_000, net: 9_850 })).toEqual({ amount: counted, fee: 150 });
    expect(costsOf(counted, { gross: 10_001, net: 9_999 })).toEqual({ amount: counted, surcharge: 1, fee: 1 });
  });

  it('costs that the provider does not give are left out', () => {
    expect(costsOf(counted, {})).toStrictEqual({ amount: counted });
  });

  it('no cost is negative, whatever the provider says', () => {
    expect(costsOf(counted, { gross: 9_000, net: 11_000 })).toEqual({ amount: counted, fee: 0 });
  });
});

describe('the mode', () => {
  const prefixes = { test: /^sk_test_/, live: /^sk_live_/ };

  it.each([
    ['sk_test_1', 'test'],
    ['sk_live_1', 'live'],
    ['xsk_live_1', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)('the key %j has the mode %s', (key, mode) => {
    expect(modeByPrefix(key, prefixes)).toBe(mode);
  });

  it('only a known mode contradicts a known one', () => {
    expect(isOtherMode('test', 'live')).toBe(true);
    expect(isOtherMode('live', 'test')).toBe(true);
    for (const [ours, given] of [
      ['test', 'test'],
      ['live', 'live'],
      ['live', undefined],
      ['test', 7],
      [undefined, 'live'],
    ] as const) {
      expect(isOtherMode(ours, given)).toBe(false);
    }
  });
});
