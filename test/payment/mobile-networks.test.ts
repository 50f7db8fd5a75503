/** The mobile money network of a phone number. */
import { expect, it } from 'vitest';
import { findNetwork, networkChoices } from '#lib/domain/payment/mobile-networks.ts';

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
