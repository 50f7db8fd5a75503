/** `providers set-credentials`. */
import type { Run, Values } from '#infra/cli/command.ts';
import { readSecrets } from '#infra/cli/read-secrets.ts';
import { CommandFailure } from '#infra/cli/usage-error.ts';
import { kindOf } from '#lib/domain/provider.ts';
import { secretsOf } from '#lib/payment/gateway.ts';
import { saveCredentials } from '#lib/payment/save-credentials.ts';
import { site } from '#lib/site.ts';
import { findProvider } from './find-provider.ts';

export const setCredentials: Run = async (values) => {
  const { account, provider } = await findProvider(values);
  const { id, slug } = provider;
  const kind = kindOf(provider);
  if (kind === undefined) {
    throw new CommandFailure(
      `It is not known what ${slug} is; say so first: providers set-kind --slug ${slug} --kind …`,
    );
  }
  const secrets = secretsOf(kind);
  await saveCredentials(id, await readSecrets(secrets));
  const webhook = `${baseUrlOf(values)}/webhooks/${id}`;
  const text = [
    `Saved ${secrets.join(', ')} of provider ${slug} (${kind}), account ${account.id}.`,
    `Enter this address at the provider as its webhook: ${webhook}`,
  ].join('\n');
  return { data: { account: account.id, provider: slug, kind, secrets, webhook }, text };
};

function baseUrlOf(values: Values): string {
  const given = String(values['base-url'] ?? site.baseUrl);
  return given === '' ? '<base URL of the service>' : given.replace(/\/+$/, '');
}
