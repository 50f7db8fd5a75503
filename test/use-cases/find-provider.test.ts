/** The provider of a webhook or of a schedule is found by its public id. */
import { expect, it } from 'vitest';
import { findProvider } from '#lib/use-cases/find-collection.ts';
import { aPaidAccount, providerIdOf } from '#test/support/a-payment.ts';

const account = aPaidAccount();
const id = providerIdOf(account);
const getAccount = async (asked: string) => (asked === account.id ? account : undefined);

it('a provider is found by its public id, with the account that owns it', async () => {
  expect(await findProvider({ getAccount }, id)).toEqual({ account, target: { kind: 'sandbox', id } });
});

it('a provider of no known kind is not found, because it can be asked nothing', async () => {
  expect(await findProvider({ getAccount }, providerIdOf(account, 'cash-desk'))).toBeUndefined();
});

it.each([
  ['a text that is no id', 'prv_1'],
  ['an id of another account', id.replace(account.id, 'zzzzzzzzzz')],
  ['an id that the account does not have', `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`],
])('no provider is found by %s', async (_what, unknown) => {
  expect(await findProvider({ getAccount }, unknown)).toBeUndefined();
});
