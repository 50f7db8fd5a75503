/** `providers set-default`. */
import type { Run } from '#infra/cli/command.ts';
import { CommandFailure } from '#infra/cli/usage-error.ts';
import { setDefaultProvider as saveDefaultProvider } from '#lib/store/accounts.ts';
import { findProvider } from './find-provider.ts';

export const setDefaultProvider: Run = async (values) => {
  const { account, provider } = await findProvider(values);
  const { slug, enabled } = provider;
  if (!enabled) throw new CommandFailure(`Provider ${slug} is disabled; enable it first.`);
  if (!(await saveDefaultProvider(account.id, slug))) throw new CommandFailure(`Provider ${slug} is gone.`);
  const text = `Collections of account ${account.id} that name no provider now use ${slug}.`;
  return { data: { account: account.id, defaultProvider: slug }, text };
};
