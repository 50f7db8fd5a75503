/** The mobile money network of a phone number. */
import { expect, it } from 'vitest';
import { mobileNetwork } from '#lib/domain/payment/mobile-networks.ts';

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
  ['+237670000020', 'XAF', 'CM', 'Mobile money'],
  ['+2250700000020', 'XOF', 'CI', 'Mobile money'],
])('the number %s with a payment in %s belongs to country %s and network %s', (phone, currency, country, name) => {
  expect(mobileNetwork(phone, currency)).toEqual({ country, name });
});

it.each([
  ['+233991234567', 'GHS'],
  ['+254731234567', 'KES'],
  ['+254747345678', 'KES'],
  ['+254712345678', 'GHS'],
  ['+2348012345678', 'NGN'],
  ['0712345678', 'KES'],
  ['+24177000000', 'XAF'],
])('the number %s has no mobile money network for a payment in %s', (phone, currency) => {
  expect(mobileNetwork(phone, currency)).toBeUndefined();
});
