/** `providers list`, `providers set-default` and `providers set-kind`, and how other commands find the provider they name. */
import { alignColumns, CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { type Account, providerFor } from '#lib/domain/account.ts';
import { byCreation, isProviderKind, kindOf, PROVIDER_KINDS, type Provider } from '#lib/domain/providers/provider.ts';
import {
  setDefaultProvider as saveDefaultProvider,
  setProviderKind as saveProviderKind,
} from '#lib/store/account/accounts.ts';
import { getSealedCredentials } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { findAccount } from './accounts.ts';

const HEADINGS = ['SLUG', 'KIND', 'ENABLED', 'DEFAULT', 'CREDENTIALS', 'PROVIDER', 'NAME'];

export const listProviders: Run = async (values) => {
  const account = await findAccount(values);
  const found = Object.values(account.providers).toSorted(byCreation);
  const providers = await Promise.all(found.map((provider) => showProvider(provider, account)));
  if (providers.length === 0) return { data: providers, text: `Account ${account.id} has no providers yet.` };
  const rows = providers.map(({ slug, kind = '-', enabled, isDefault, credentials, id, name }) => {
    return [slug, kind, ...[enabled, isDefault, credentials].map(yesOrNo), id, name];
  });
  return { data: providers, text: alignColumns(HEADINGS, rows) };
};

async function showProvider(provider: Provider, { defaultProvider }: Account) {
  const { id, name, slug, enabled } = provider;
  const isDefault = slug === defaultProvider;
  const credentials = (await getSealedCredentials(table, id)) !== undefined;
  return { id, name, slug, kind: kindOf(provider), enabled, isDefault, credentials };
}

const yesOrNo = (claim: boolean): string => (claim ? 'yes' : 'no');

export const setDefaultProvider: Run = async (values) => {
  const { account, provider } = await findProvider(values);
  const { slug, enabled } = provider;
  if (!enabled) throw new CommandFailure(`Provider ${slug} is disabled; enable it first.`);
  if (!(await saveDefaultProvider(table, account.id, slug))) throw new CommandFailure(`Provider ${slug} is gone.`);
  const text = `Collections of account ${account.id} that name no provider now use ${slug}.`;
  return { data: { account: account.id, defaultProvider: slug }, text };
};

export const setProviderKind: Run = async (values) => {
  const kind = textOf(values, 'kind');
  if (!isProviderKind(kind)) throw new UsageError(`--kind must be one of ${PROVIDER_KINDS.join(', ')}`);
  const { account, provider } = await findProvider(values);
  const { slug } = provider;
  if (isProviderKind(slug) && slug !== kind) throw new CommandFailure(`The slug ${slug} says already what it is.`);
  if (!(await saveProviderKind(table, account.id, slug, kind))) throw new CommandFailure(`Provider ${slug} is gone.`);
  const text = `Provider ${slug} of account ${account.id} is now of kind ${kind}. Its secrets: providers set-credentials`;
  return { data: { account: account.id, provider: slug, kind }, text };
};

/** The provider that `--slug` names, of the account that `--account` names. */
export async function findProvider(values: Values): Promise<{ account: Account; provider: Provider }> {
  const account = await findAccount(values);
  const slug = textOf(values, 'slug');
  const provider = providerFor(account, slug);
  const slugs = Object.keys(account.providers).join(', ') || 'none';
  if (!provider) throw new CommandFailure(`Account ${account.id} has no provider ${slug}; it has: ${slugs}.`);
  return { account, provider };
}
