/**
 * A new account: its id and its salt are random, and have the form and length that every key relies on.
 * What may be shown to customers as a way to reach the merchant.
 */
import { expect, it } from 'vitest';
import { isSupportEmail, newAccount, slugsOf, supportOf, supportPhone } from '#lib/domain/account.ts';
import { anAccount, anAccountWith } from '#test/support/a-collection.ts';
import { providerIdOf } from '#test/support/a-payment.ts';

const BYTES = [0, 9, 10, 35, 36, 71, 72, 107, 251, 255];
const NOW = new Date('2026-03-01T09:00:00.000Z');

it('a new account has an id of ten letters and digits, one for each random byte', () => {
  const { id } = newAccount({ name: 'Shop', mode: 'live' }, (length) => Uint8Array.from(BYTES.slice(0, length)), NOW);
  expect(id).toBe('09az0z0zz3');
});

it('a new account has a salt of 32 random bytes, no provider, and no country unless one is given', () => {
  const filled = (length: number) => new Uint8Array(length).fill(7);
  expect(newAccount({ name: 'Shop', mode: 'test' }, filled, NOW)).toEqual({
    id: '7777777777',
    name: 'Shop',
    mode: 'test',
    salt: Buffer.alloc(32, 7).toString('base64'),
    createdAt: NOW.toISOString(),
    providers: {},
  });
  expect(newAccount({ name: 'Shop', mode: 'test', country: 'NG' }, filled, NOW)).toMatchObject({ country: 'NG' });
});

it('the slugs of an account’s providers are found by their ids, and an account that is gone has none', () => {
  const account = anAccountWith([{ slug: 'paystack' }, { slug: 'cash-desk' }]);
  expect([...slugsOf(account)]).toEqual([
    [providerIdOf(account, 'paystack'), 'paystack'],
    [providerIdOf(account, 'cash-desk'), 'cash-desk'],
  ]);
  expect([...slugsOf(undefined)]).toEqual([]);
});

it.each([
  ['+2348031234567', '+2348031234567'],
  [' +234 803 123 4567 ', '+2348031234567'],
  ['08031234567', undefined],
  ['+12', undefined],
  ['+234803123456789012', undefined],
  ['call us', undefined],
  ['', undefined],
])('a support phone is an international number: %j becomes %j', (typed, number) => {
  expect(supportPhone(typed)).toBe(number);
});

it.each([
  ['help@shop.example', true],
  ['Help+pay_1-a.b@mail-1.shop.example', true],
  ['a@b.ng', true],
  ['a@b.c', false],
  ['@shop.example', false],
  ['help@shop', false],
  ['help', false],
  ['a b@shop.example', false],
  ['a@shop.example?subject=x', false],
  ['"a"@shop.example', false],
  ['<a@shop.example>', false],
  ['a..b@shop.example', false],
  ['a@-shop.example', false],
  ['a@shop.example\nb', false],
  [`${'a'.repeat(245)}@b.example`, false],
  [`${'a'.repeat(244)}@b.example`, true],
])('a support email is a plain address: %j is one: %j', (text, isOne) => {
  expect(isSupportEmail(text)).toBe(isOne);
});

it('an account shows the ways to reach it that are set', () => {
  expect(supportOf(anAccount())).toEqual({ supportPhone: undefined, supportEmail: undefined });
  const both = { supportPhone: '+2348031234567', supportEmail: 'help@shop.example' };
  expect(supportOf(anAccount(both))).toEqual(both);
});
