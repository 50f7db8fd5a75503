/** The demo account: made at the first start, kept in DATA_DIR, made again when the table has lost it. */
import { issueApiKey } from '#infra/cli/open-account.ts';
import { clock } from '#lib/clock.ts';
import { hashApiKey, isLive } from '#lib/domain/api-key.ts';
import { getAccount } from '#lib/store/accounts.ts';
import { getApiKey } from '#lib/store/api-keys.ts';
import { keepSandboxKeys, openSandboxAccount, type SandboxAccount } from './sandbox-account.ts';
import { readState, writeState } from './state-file.ts';

export const DEMO = { name: 'Demo Shop', country: 'NG' };

/** The demo account with a key that works: a key that was revoked gets a successor. */
export async function keepDemoAccount(file: string): Promise<SandboxAccount> {
  const kept = await readState<SandboxAccount>(file);
  const account = kept && (await getAccount(kept.account));
  if (!kept || !account) return keep(file, await openSandboxAccount(DEMO));
  await keepSandboxKeys(account);
  const key = await getApiKey(kept.account, hashApiKey(kept.apiKey));
  if (key && isLive(key, clock.now())) return kept;
  const { apiKey } = await issueApiKey(account);
  return keep(file, { account: account.id, apiKey });
}

async function keep(file: string, demo: SandboxAccount): Promise<SandboxAccount> {
  await writeState(file, demo);
  return demo;
}
