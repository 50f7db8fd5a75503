/** A local account, ready to use: opened as the command line does it, with a key and an enabled default provider. */
import { hasCredentials } from '#infra/cli/has-credentials.ts';
import { issueApiKey, openAccount } from '#infra/cli/open-account.ts';
import { clock } from '#lib/clock.ts';
import type { Account } from '#lib/domain/account.ts';
import { toBase36 } from '#lib/domain/ids.ts';
import { kindOf, newProvider } from '#lib/domain/provider.ts';
import { saveCredentials } from '#lib/payment/save-credentials.ts';
import { random } from '#lib/random.ts';
import { setDefaultProvider } from '#lib/store/accounts.ts';
import { createProvider } from '#lib/store/providers.ts';

export type SandboxAccount = { account: string; apiKey: string };

const SANDBOX = { name: 'Sandbox', slug: 'sandbox', enabled: true };

export async function openSandboxAccount(given: {
  name: string;
  country?: string | undefined;
}): Promise<SandboxAccount> {
  const account = await openAccount({ ...given, mode: 'test' });
  const provider = newProvider(SANDBOX, account, clock.now());
  await createProvider(account.id, provider, random.nonce());
  await setDefaultProvider(account.id, SANDBOX.slug);
  await giveSandboxKey(provider.id);
  const { apiKey } = await issueApiKey(account);
  return { account: account.id, apiKey };
}

/** Gives a key to each sandbox of an account that has none, as those from before there were keys. */
export async function keepSandboxKeys({ providers }: Account): Promise<void> {
  for (const provider of Object.values(providers)) {
    if (kindOf(provider) === 'sandbox' && !(await hasCredentials(provider.id))) await giveSandboxKey(provider.id);
  }
}

/** A merchant's key of its own at the sandbox provider, saved as the command line saves one. */
async function giveSandboxKey(provider: string): Promise<void> {
  await saveCredentials(provider, { secretKey: `sk_sandbox_${toBase36(random.bytes(32))}` });
}
