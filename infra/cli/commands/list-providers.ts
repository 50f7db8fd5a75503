/** `providers list`. */
import type { Run } from '#infra/cli/command.ts';
import { hasCredentials } from '#infra/cli/has-credentials.ts';
import { alignColumns } from '#infra/cli/text-table.ts';
import { byCreation, kindOf } from '#lib/domain/provider.ts';
import { findAccount } from './find-account.ts';

const HEADINGS = ['SLUG', 'KIND', 'ENABLED', 'DEFAULT', 'CREDENTIALS', 'PROVIDER', 'NAME'];

export const listProviders: Run = async (values) => {
  const account = await findAccount(values);
  const found = Object.values(account.providers).toSorted(byCreation);
  const shown = found.map(async (provider) => {
    const { id, name, slug, enabled } = provider;
    const credentials = await hasCredentials(id);
    return {
      id,
      name,
      slug,
      kind: kindOf(provider),
      enabled,
      isDefault: slug === account.defaultProvider,
      credentials,
    };
  });
  const providers = await Promise.all(shown);
  if (providers.length === 0) return { data: providers, text: `Account ${account.id} has no providers yet.` };
  const rows = providers.map(({ slug, kind = '-', enabled, isDefault, credentials, id, name }) => [
    slug,
    kind,
    yesOrNo(enabled),
    yesOrNo(isDefault),
    yesOrNo(credentials),
    id,
    name,
  ]);
  return { data: providers, text: alignColumns(HEADINGS, rows) };
};

const yesOrNo = (claim: boolean): string => (claim ? 'yes' : 'no');
