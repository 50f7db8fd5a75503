/** What may be shown to customers as a way to reach the merchant. */
import { expect, it } from 'vitest';
import { isSupportEmail, supportOf, supportPhone } from '#lib/domain/account.ts';
import { anAccount } from '#test/support/a-collection.ts';

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
