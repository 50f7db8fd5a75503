/** The two accounts of a world. All their texts carry a mark, so that a leak into any answer is found. */
import { issueApiKey } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import { type Account, newAccount } from '#lib/domain/account.ts';
import { toBase36 } from '#lib/domain/ids.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import { random } from '#lib/random.ts';
import { createAccount, setDefaultProvider } from '#lib/store/account/accounts.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { WARM } from './country-cache.ts';
import type { Population } from './people.ts';

export type Tenant = {
  account: Account;
  apiKey: string;
  /** The id of its provider; `sandboxKey` is its key there. */
  sandboxId: string;
  sandboxKey: string;
  /** Of its customers. */
  phones: readonly string[];
  currencies: readonly string[];
  /** Occurs in every text of this account and in no text of another. */
  mark: string;
};

const MARKS = ['Kwanari', 'Zuberim'];

/** `warm` accounts have their countries in the cache. */
export async function openTenants(warm: boolean, population: Population): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  for (const [index, mark] of MARKS.entries()) {
    const known = WARM[index];
    const given = { name: `${mark} Stores`, mode: 'test', country: known?.country } as const;
    const account = { ...newAccount(given, random.bytes, clock.now()), ...(warm && known) };
    await createAccount(table, account);
    const { apiKey } = await issueApiKey(account);
    const sandbox = newProvider({ name: `${mark} Sandbox`, slug: 'sandbox', enabled: true }, account, clock.now());
    await createProvider(table, account.id, sandbox, random.nonce());
    await setDefaultProvider(table, account.id, sandbox.slug);
    const sandboxKey = `sk_sandbox_${toBase36(random.bytes(32))}`;
    tenants.push({ ...population, account, apiKey, mark, sandboxId: sandbox.id, sandboxKey });
  }
  return tenants;
}
