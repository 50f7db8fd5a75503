/** `providers set-default`. */
import { type Run, textOf } from '#infra/cli/command.ts';
import { CommandFailure } from '#infra/cli/usage-error.ts';
import { setDefaultProvider as saveDefaultProvider } from '#lib/store/accounts.ts';
import { findAccount } from './find-account.ts';

export const setDefaultProvider: Run = async (values) => {
  const account = await findAccount(values);
  const slug = textOf(values, 'slug');
  const provider = Object.hasOwn(account.providers, slug) ? account.providers[slug] : undefined;
  const slugs = Object.keys(account.providers).join(', ') || 'none';
  if (!provider) throw new CommandFailure(`Account ${account.id} has no provider ${slug}; it has: ${slugs}.`);
  if (!provider.enabled) throw new CommandFailure(`Provider ${slug} is disabled; enable it first.`);
  if (!(await saveDefaultProvider(account.id, slug))) throw new CommandFailure(`Provider ${slug} is gone.`);
  const text = `Collections of account ${account.id} that name no provider now use ${slug}.`;
  return { data: { account: account.id, defaultProvider: slug }, text };
};
