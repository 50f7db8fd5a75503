/**
 * Accounts in the table, and the directory that lists them without a scan.
 * API keys in the table: stored by their hash, revoked at once.
 */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type ApiKey, hashToken, hintOfApiKey } from '#lib/domain/checked-token.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import {
  createAccount,
  getAccount,
  listAccounts,
  rememberedCountry,
  setDefaultProvider,
} from '#lib/store/account/accounts.ts';
import { getApiKey, listApiKeys, removeApiKey, revokeApiKey, saveApiKey } from '#lib/store/account/api-keys.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { apiKeyCopies, apiKeyKey } from '#lib/store/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { SHARED_MS } from '#lib/store/table/shared-reads.ts';
import { newKey } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { anAccount, CREATED_AT } from './a-collection.ts';
import { type Command, interceptSend } from './intercept-send.ts';

const { tableName, documents } = useTable();

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
    const phone = { set: { supportPhone: '+2348031234567', supportEmail: 'a@b.example' }, remove: [] };
    expect(await saveSettings(table, account.id, phone)).toBe(true);
    expect(await shown()).toEqual(['+2348031234567', 'a@b.example']);
    await saveSettings(table, account.id, { set: {}, remove: ['supportPhone'] });
    expect(await shown()).toEqual([undefined, 'a@b.example']);
    await saveSettings(table, account.id, { set: { supportPhone: '+233241234567' }, remove: ['supportEmail'] });
    expect(await shown()).toEqual(['+233241234567', undefined]);
  });

  it('no account is made by setting the ways to reach it', async () => {
    const { id } = anAccount();
    expect(await saveSettings(table, id, { set: { supportEmail: 'a@b.example' }, remove: [] })).toBe(false);
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

function aKey(account: string, given: Partial<ApiKey> = {}): { secret: string; stored: ApiKey } {
  const secret = newKey({ id: account, mode: 'test' });
  const createdAt = '2026-03-01T09:00:00.000Z';
  return {
    secret,
    stored: { hash: hashToken(secret), mode: 'test', hint: hintOfApiKey(secret), createdAt, ...given },
  };
}

describe('a stored key', () => {
  it('a stored API key reads back strongly, as it was saved', async () => {
    const account = anAccount().id;
    const { stored } = aKey(account, { expiresAt: '2027-01-01T00:00:00.000Z' });
    await saveApiKey(table, account, stored);
    const seen = interceptSend((_command, send) => send());
    expect(await getApiKey(table, account, stored.hash)).toEqual(stored);
    expect(seen[0]?.input.ConsistentRead).toBe(true);
  });

  it('a stored API key does not contain the key itself', async () => {
    const account = anAccount().id;
    const { secret, stored } = aKey(account);
    await saveApiKey(table, account, stored);
    const get = new GetCommand({ TableName: tableName, Key: apiKeyKey(account, stored.hash) });
    expect(JSON.stringify((await documents.send(get)).Item)).not.toContain(secret.slice(-20));
  });

  it('an API key of one account is not found in another account', async () => {
    const { stored } = aKey('abc0123xyz');
    await saveApiKey(table, 'abc0123xyz', stored);
    expect(await getApiKey(table, anAccount().id, stored.hash)).toBeUndefined();
  });
});

describe('a key that is asked for often', () => {
  const clock = useClock(new Date('2026-03-01T10:00:00.000Z'));
  const FREELY = 20;
  /** What it answers, so many times in a row. */
  const askedTimes = async (account: string, hash: string, times: number) => {
    const answers: unknown[] = [];
    for (let time = 0; time < times; time += 1) answers.push(await getApiKey(table, account, hash));
    return answers;
  };
  const partitionsOf = (commands: readonly Command[]) => commands.map(({ input }) => (input.Key as { pk: string }).pk);

  it('is verified by its copies, each in a partition of its own, once it was read twenty times in five seconds', async () => {
    const account = anAccount().id;
    const { stored } = aKey(account);
    await saveApiKey(table, account, stored);
    const seen = interceptSend((_command, send) => send());
    const answers = await askedTimes(account, stored.hash, FREELY + 100);
    const partitions = partitionsOf(seen);
    expect(answers).toEqual(answers.map(() => stored));
    expect(new Set(partitions.slice(0, FREELY))).toEqual(new Set([`ACCOUNT#${account}`]));
    const copies = apiKeyCopies(account, stored.hash).map(({ pk }) => pk);
    expect([...new Set(partitions.slice(FREELY))].toSorted()).toEqual(copies);
    await revokeApiKey(table, account, stored.hash, new Date('2026-03-02T00:00:00.000Z'));
    const later = await askedTimes(account, stored.hash, 50);
    expect(later).toEqual(later.map(() => ({ ...stored, revokedAt: '2026-03-02T00:00:00.000Z' })));
    await removeApiKey(table, account, stored.hash);
    expect(await askedTimes(account, stored.hash, 10)).toEqual(Array.from({ length: 10 }, () => undefined));
  });

  it('is no longer taken once five seconds have passed, where an earlier version has revoked the key alone', async () => {
    const account = anAccount().id;
    const { stored } = aKey(account);
    await saveApiKey(table, account, stored);
    await askedTimes(account, stored.hash, FREELY + 5);
    const revoked = { ...stored, revokedAt: '2026-03-02T00:00:00.000Z' };
    await table.send(
      new PutCommand({ TableName: tableName, Item: { ...apiKeyKey(account, stored.hash), ...revoked } }),
    );
    clock.now = new Date(clock.now.getTime() + SHARED_MS);
    expect(await askedTimes(account, stored.hash, FREELY + 5)).toEqual(
      Array.from({ length: FREELY + 5 }, () => revoked),
    );
  });

  it('without copies, as earlier versions stored it, it is looked for there once in five seconds', async () => {
    const account = anAccount().id;
    const { stored } = aKey(account);
    await table.send(new PutCommand({ TableName: tableName, Item: { ...apiKeyKey(account, stored.hash), ...stored } }));
    const seen = interceptSend((_command, send) => send());
    const answers = await askedTimes(account, stored.hash, FREELY + 5);
    expect(answers).toEqual(answers.map(() => stored));
    expect(partitionsOf(seen).filter((pk) => pk !== `ACCOUNT#${account}`)).toHaveLength(1);
  });
});

describe('listApiKeys', () => {
  it('a list of API keys has the keys of one account, oldest first, and no other item of its partition', async () => {
    const account = anAccount();
    await createAccount(table, account);
    const keys = ['05', '03', '04'].map(
      (hour) => aKey(account.id, { createdAt: `2026-03-01T${hour}:00:00.000Z` }).stored,
    );
    for (const key of keys) await saveApiKey(table, account.id, key);
    await saveApiKey(table, 'abc0123xyz', aKey('abc0123xyz').stored);
    expect(await listApiKeys(table, account.id)).toEqual([keys[1], keys[2], keys[0]]);
  });

  it('a list of API keys is empty for an account without keys', async () =>
    expect(await listApiKeys(table, anAccount().id)).toEqual([]));
});

describe('revokeApiKey', () => {
  it('a revocation of an API key holds from the next read on, and a repeat keeps the first instant', async () => {
    const account = anAccount().id;
    const { stored } = aKey(account);
    await saveApiKey(table, account, stored);
    for (const day of ['02', '03'])
      await revokeApiKey(table, account, stored.hash, new Date(`2026-03-${day}T00:00:00.000Z`));
    expect(await getApiKey(table, account, stored.hash)).toEqual({ ...stored, revokedAt: '2026-03-02T00:00:00.000Z' });
  });

  it('a revocation of an API key leaves the account’s other keys as they are', async () => {
    const account = anAccount().id;
    const [old, fresh] = [aKey(account).stored, aKey(account).stored];
    for (const key of [old, fresh]) await saveApiKey(table, account, key);
    await revokeApiKey(table, account, old.hash, new Date());
    expect(await getApiKey(table, account, fresh.hash)).toEqual(fresh);
  });

  it('a revocation of an unknown API key fails and creates no key', async () => {
    const account = anAccount().id;
    await expect(revokeApiKey(table, account, 'f00d', new Date())).rejects.toThrow('conditional');
    expect(await getApiKey(table, account, 'f00d')).toBeUndefined();
  });
});
