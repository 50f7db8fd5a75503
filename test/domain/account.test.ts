/** A new account: its id and its salt are random, and have the form and length that every key relies on. */
import { expect, it } from 'vitest';
import { newAccount, slugsOf } from '#lib/domain/account.ts';
import { anAccountWith } from '#test/support/a-collection.ts';
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
