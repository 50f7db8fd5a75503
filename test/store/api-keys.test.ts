/** API keys in the table: stored by their hash, revoked at once. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type ApiKey, hashToken, hintOfApiKey } from '#lib/domain/checked-token.ts';
import { getApiKey, listApiKeys, revokeApiKey, saveApiKey } from '#lib/store/account/accounts.ts';
import { createAccount } from '#lib/store/account/directory.ts';
import { apiKeyKey } from '#lib/store/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { newKey } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { anAccount } from './a-collection.ts';
import { interceptSend } from './intercept-send.ts';

const { tableName, documents } = useTable();

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
