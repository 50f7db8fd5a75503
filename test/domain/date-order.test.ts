/** The order in which days are written as numbers. */
import { expect, it } from 'vitest';
import { dateOrderIn } from '#lib/domain/date-order.ts';

it.each([
  ...[
    'NG',
    'GH',
    'KE',
    'TZ',
    'UG',
    'RW',
    'SN',
    'CI',
    'FR',
    'BR',
    'PT',
    'IN',
    'GB',
    'AU',
    'EG',
    'NA',
    'ZW',
    'PG',
    'PW',
    'CW',
    undefined,
  ].map((country) => [country, 'dmy']),
  ...['US', 'PR', 'GU', 'PH', 'PA', 'VI', 'AS', 'MP', 'UM', 'MH'].map((country) => [country, 'mdy']),
  ...['ZA', 'CA', 'SE', 'HU', 'LT', 'CN', 'JP', 'KR'].map((country) => [country, 'ymd']),
])('in %s it is %s', (country, order) => {
  expect(dateOrderIn(country)).toBe(order);
  expect(dateOrderIn(country)).toBe(order);
});
