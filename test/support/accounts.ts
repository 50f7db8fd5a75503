/** Accounts with keys in the table of a test: two separate accounts, and invalid keys. */
import { randomBytes } from 'node:crypto';
import { beforeAll } from 'vitest';
import { type Account, type Mode, newAccount } from '#lib/domain/account.ts';
import { type ApiKey, hashToken, hintOfApiKey, newApiKey } from '#lib/domain/checked-token.ts';
import type { Role } from '#lib/domain/member.ts';
import { service } from '#lib/service.ts';
import { createAccount } from '#lib/store/account/accounts.ts';
import { saveApiKey } from '#lib/store/account/api-keys.ts';
import { table } from '#lib/store/table/live-table.ts';

const PAST = '2020-01-01T00:00:00.000Z';

export type Tenant = { account: Account; key: string };

/** A key of the right form, which is not stored. */
export const newKey = (account: Pick<Account, 'id' | 'mode'> & { role?: Role | undefined }): string =>
  newApiKey(account, String(service.settings.checksumKeys[0]), randomBytes);

/** Stores a new key of the account; returns the key in clear text. */
export async function aStoredKey(account: Account, given: Partial<ApiKey> = {}): Promise<string> {
  const key = newKey({ ...account, role: given.role });
  const { mode } = account;
  await saveApiKey(table, account.id, {
    hash: hashToken(key),
    mode,
    hint: hintOfApiKey(key),
    createdAt: PAST,
    ...given,
  });
  return key;
}

type GivenAccount = { name?: string; country?: string; createdAt?: Date; mode?: Mode; spreadFrom?: string };

/** Stores an account with a valid key. It is older than all that tests let it do, unless its instant is given. */
export async function aTenant(given: GivenAccount = {}): Promise<Tenant> {
  const { createdAt = new Date(PAST), spreadFrom, ...others } = given;
  const fresh = newAccount({ name: 'Shop', mode: 'test', ...others }, randomBytes, createdAt);
  const account = { ...fresh, ...(spreadFrom && { spreadFrom }) };
  await createAccount(table, account);
  return { account, key: await aStoredKey(account) };
}

export type Tenants = { mine: Tenant; other: Tenant; badKeys: Record<string, string> };

/** Stores two accounts for all tests of a file. Call it after `useTable()`. */
export function useTenants(): Tenants {
  const tenants = {} as Tenants;
  beforeAll(async () => {
    const [mine, other] = await Promise.all([aTenant(), aTenant()]);
    const badKeys = {
      empty: '',
      malformed: 'let-me-in',
      mistyped: `${mine.key.slice(0, -1)}${mine.key.endsWith('0') ? '1' : '0'}`,
      forged: newApiKey(mine.account, 'a guess', randomBytes),
      'well-formed but unknown': newKey(mine.account),
      'of an account that does not exist': newKey({ id: '0000000000', mode: 'test' }),
      expired: await aStoredKey(mine.account, { expiresAt: PAST }),
      revoked: await aStoredKey(mine.account, { revokedAt: PAST }),
    };
    Object.assign(tenants, { mine, other, badKeys });
  });
  return tenants;
}
