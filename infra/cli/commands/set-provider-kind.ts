/** `providers set-kind`. */
import { type Run, textOf } from '#infra/cli/command.ts';
import { CommandFailure, UsageError } from '#infra/cli/usage-error.ts';
import { isProviderKind, PROVIDER_KINDS } from '#lib/domain/provider.ts';
import { setProviderKind as saveProviderKind } from '#lib/store/accounts.ts';
import { findProvider } from './find-provider.ts';

export const setProviderKind: Run = async (values) => {
  const kind = textOf(values, 'kind');
  if (!isProviderKind(kind)) throw new UsageError(`--kind must be one of ${PROVIDER_KINDS.join(', ')}`);
  const { account, provider } = await findProvider(values);
  const { slug } = provider;
  if (isProviderKind(slug) && slug !== kind) throw new CommandFailure(`The slug ${slug} says already what it is.`);
  if (!(await saveProviderKind(account.id, slug, kind))) throw new CommandFailure(`Provider ${slug} is gone.`);
  const text = `Provider ${slug} of account ${account.id} is now of kind ${kind}. Its secrets: providers set-credentials`;
  return { data: { account: account.id, provider: slug, kind }, text };
};
