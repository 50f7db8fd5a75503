/** Reads the account and the provider a command names. */
import { textOf, type Values } from '#infra/cli/command.ts';
import { CommandFailure } from '#infra/cli/usage-error.ts';
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Provider } from '#lib/domain/provider.ts';
import { findAccount } from './find-account.ts';

export async function findProvider(values: Values): Promise<{ account: Account; provider: Provider }> {
  const account = await findAccount(values);
  const slug = textOf(values, 'slug');
  const provider = providerFor(account, slug);
  const slugs = Object.keys(account.providers).join(', ') || 'none';
  if (!provider) throw new CommandFailure(`Account ${account.id} has no provider ${slug}; it has: ${slugs}.`);
  return { account, provider };
}
