/** A local account, ready to use: opened as the command line does it, with a key and an enabled default provider. */
import { issueApiKey, openAccount } from '#infra/cli/open-account.ts';
import { chance } from '#lib/chance.ts';
import { clock } from '#lib/clock.ts';
import { newProvider } from '#lib/domain/provider.ts';
import { setDefaultProvider } from '#lib/store/accounts.ts';
import { createProvider } from '#lib/store/providers.ts';

export type SandboxAccount = { account: string; apiKey: string };

const SANDBOX = { name: 'Sandbox', slug: 'sandbox', enabled: true };

export async function openSandboxAccount(given: {
  name: string;
  country?: string | undefined;
}): Promise<SandboxAccount> {
  const account = await openAccount({ ...given, mode: 'test' });
  await createProvider(account.id, newProvider(SANDBOX, account, clock.now()), chance.nonce());
  await setDefaultProvider(account.id, SANDBOX.slug);
  const { apiKey } = await issueApiKey(account);
  return { account: account.id, apiKey };
}
