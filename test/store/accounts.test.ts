/** Accounts in the table, and the directory that lists them without a scan. */

import { describe, expect, it } from 'vitest';
import { newProvider } from '#lib/domain/provider.ts';
import { getAccount, rememberedCountry, setDefaultProvider, setSupport } from '#lib/store/account/accounts.ts';
import { createAccount, listAccounts } from '#lib/store/account/directory.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { anAccount, CREATED_AT } from './a-collection.ts';
import { interceptSend } from './intercept-send.ts';

useTable();

describe('an account', () => {
  it('an account reads back strongly, as it was created', async () => {
    const account = anAccount({ name: 'Ada & Söhne', country: 'NG' });
    await createAccount(table, account);
    const seen = interceptSend((_command, send) => send());
    expect(await getAccount(table, account.id)).toMatchObject(account);
    expect(seen[0]?.input.ConsistentRead).toBe(true);
  });

  it('an account is not created twice: an id that is taken keeps its salt', async () => {
    const account = anAccount();
    await createAccount(table, account);
    await expect(createAccount(table, { ...account, salt: 'another' })).rejects.toThrow('ConditionalCheckFailed');
    expect((await getAccount(table, account.id))?.salt).toBe(account.salt);
  });

  it('an account that was never created is not found', async () =>
    expect(await getAccount(table, anAccount().id)).toBeUndefined());

  it('the country of an account is remembered once the account was read, even when it has none', async () => {
    const [nigerian, stateless] = [anAccount({ country: 'NG' }), anAccount()];
    for (const account of [nigerian, stateless]) await createAccount(table, account);
    expect(rememberedCountry(table, nigerian.id)).toBeUndefined();
    for (const account of [nigerian, stateless]) await getAccount(table, account.id);
    expect(rememberedCountry(table, nigerian.id)).toEqual({ country: 'NG' });
    expect(rememberedCountry(table, stateless.id)).toEqual({});
  });
});

describe('the ways to reach an account', () => {
  it('the ways to reach an account are set and removed one by one, and an account without them has none', async () => {
    const account = anAccount();
    await createAccount(table, account);
    const shown = async () => {
      const { supportPhone, supportEmail } = (await getAccount(table, account.id)) ?? {};
      return [supportPhone, supportEmail];
    };
    expect(await setSupport(table, account.id, { supportPhone: '+2348031234567', supportEmail: 'a@b.example' })).toBe(
      true,
    );
    expect(await shown()).toEqual(['+2348031234567', 'a@b.example']);
    await setSupport(table, account.id, { supportPhone: '' });
    expect(await shown()).toEqual([undefined, 'a@b.example']);
    await setSupport(table, account.id, { supportPhone: '+233241234567', supportEmail: '' });
    expect(await shown()).toEqual(['+233241234567', undefined]);
  });

  it('no account is made by setting the ways to reach it', async () => {
    const { id } = anAccount();
    expect(await setSupport(table, id, { supportEmail: 'a@b.example' })).toBe(false);
    expect(await getAccount(table, id)).toBeUndefined();
  });
});

describe('listAccounts', () => {
  it('the directory lists every account, oldest first, page by page, without a secret', async () => {
    const days = ['17', '15', '16'];
    const made = days.map((day) => anAccount({ name: `Shop ${day}` }, new Date(`2020-01-${day}T00:00:00.000Z`)));
    for (const account of made) await createAccount(table, account);
    interceptSend((command, send) => {
      if (command.constructor.name === 'QueryCommand') command.input.Limit = 1;
      return send();
    });
    const listed = await listAccounts(table);
    expect(listed.slice(0, 3)).toEqual(
      ['15', '16', '17'].map((day) => {
        const { id, name, mode, createdAt } = made[days.indexOf(day)] ?? anAccount();
        return { id, name, mode, createdAt };
      }),
    );
  });
});

describe('setDefaultProvider', () => {
  it('a provider of the account becomes its default', async () => {
    const account = anAccount();
    await createAccount(table, account);
    await createProvider(
      table,
      account.id,
      newProvider({ name: 'P', slug: 'p-1', enabled: true }, account, CREATED_AT),
      'n',
    );
    expect(await setDefaultProvider(table, account.id, 'p-1')).toBe(true);
    expect((await getAccount(table, account.id))?.defaultProvider).toBe('p-1');
  });

  it('a default provider is refused when the provider or the account does not exist, and neither is created', async () => {
    const account = anAccount();
    await createAccount(table, account);
    expect(await setDefaultProvider(table, account.id, 'nobody')).toBe(false);
    expect((await getAccount(table, account.id))?.defaultProvider).toBeUndefined();
    const unknown = anAccount().id;
    expect(await setDefaultProvider(table, unknown, 'nobody')).toBe(false);
    expect(await getAccount(table, unknown)).toBeUndefined();
  });
});
