/**
 * The mobile money network of a phone number.
 * Facts about a payment that all providers give: how it was paid, what it cost, which mode it has.
 */
import { describe, expect, it } from 'vitest';
import { findNetwork, networkChoices } from '#lib/domain/payment/mobile-networks.ts';
import { costsOf, isOtherMode, methodOf, modeByPrefix } from '#lib/payment/provider-values.ts';

const NUMBERS: Readonly<Record<string, string>> = {
  GHS: '+233201234567',
  KES: '+254712345678',
  RWF: '+250781234567',
  TZS: '+255621234567',
  UGX: '+256702345678',
  XAF: '+237670000020',
  XOF: '+221770000020',
  ZMW: '+260951234567',
};

it.each([
  ['+233241234567', 'GHS', 'GH', 'MTN'],
  ['+233501234567', 'GHS', 'GH', 'Telecel'],
  ['+233271234567', 'GHS', 'GH', 'AirtelTigo'],
  ['+254712345678', 'KES', 'KE', 'M-Pesa'],
  ['+254110345678', 'KES', 'KE', 'M-Pesa'],
  ['+254748345678', 'KES', 'KE', 'M-Pesa'],
  ['+250781234567', 'RWF', 'RW', 'MTN'],
  ['+255621234567', 'TZS', 'TZ', 'Halotel'],
  ['+256702345678', 'UGX', 'UG', 'Airtel'],
  ['+260971234567', 'ZMW', 'ZM', 'Airtel'],
])('the number %s with a payment in %s belongs to country %s and network %s', (phone, currency, country, name) => {
  expect(findNetwork({ phone, currency })).toEqual({ country, name });
});

it.each([
  ['+233991234567', 'GHS'],
  ['+254731234567', 'KES'],
  ['+254747345678', 'KES'],
  ['+237670000020', 'XAF'],
  ['+2250700000020', 'XOF'],
])('the payer with the number %s has to choose a network for a payment in %s', (phone, currency) => {
  expect(findNetwork({ phone, currency })).toBe('network_needed');
});

it.each([
  ['+254712345678', 'GHS'],
  ['+2348012345678', 'NGN'],
  ['0712345678', 'KES'],
  ['+24177000000', 'XAF'],
])('the number %s has no mobile money network for a payment in %s, whatever the payer chooses', (phone, currency) => {
  expect(findNetwork({ phone, currency })).toBe('unknown_network');
  for (const chosen of ['MTN', ...networkChoices(currency)]) {
    expect(findNetwork({ phone, currency, chosen })).toBe('unknown_network');
  }
});

it.each(['GHS', 'KES', 'RWF', 'TZS', 'UGX', 'XAF', 'XOF', 'ZMW'])(
  'a payer in %s can choose each network of the currency, and no other name',
  (currency) => {
    const phone = NUMBERS[currency] ?? '';
    expect(networkChoices(currency).length).toBeGreaterThan(1);
    for (const chosen of networkChoices(currency)) {
      expect(findNetwork({ phone, currency, chosen })).toMatchObject({ name: chosen });
    }
    for (const chosen of ['', 'mtn', 'Safaricom']) {
      expect(findNetwork({ phone, currency, chosen })).toBe('unknown_network');
    }
  },
);

it('a network that the prefix of a number tells is among the choices of the currency', () => {
  for (const [currency, phone] of Object.entries(NUMBERS)) {
    const network = findNetwork({ phone, currency });
    if (typeof network === 'object') expect(networkChoices(currency)).toContain(network.name);
  }
});

it.each(['NGN', 'USD', 'constructor', ''])('there is no choice of networks for the currency %j', (currency) => {
  expect(networkChoices(currency)).toEqual([]);
});

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
