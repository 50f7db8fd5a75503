/** `providers move-credentials`: what earlier versions kept in Secrets Manager becomes ciphertext in the table. */
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { alignColumns, type Run, textOf, type Values } from '#infra/cli/command.ts';
import { requireKey } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import { byCreation, type Provider } from '#lib/domain/providers/provider.ts';
import { payments } from '#lib/live-payments.ts';
import { CredentialsTooLong, parseCredentials } from '#lib/payment/credentials.ts';
import { listAccounts } from '#lib/store/account/accounts.ts';
import { addSealedCredentials, getSealedCredentials } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { findAccount } from './accounts.ts';

/** `kept`: the table has credentials already, which are never replaced. */
type Outcome = 'moved' | 'kept' | 'nothing to move' | 'not readable' | 'too long';

const BAD: readonly Outcome[] = ['not readable', 'too long'];

/** It can be repeated at any time, and changes nothing in Secrets Manager. */
export const moveCredentials: Run = async (values) => {
  requireKey();
  const prefix = values['from'] === undefined ? table.name : textOf(values, 'from');
  const secrets = new SecretsManagerClient({});
  const moved = [];
  for (const account of await accountsOf(values)) {
    for (const { id, slug } of await providersOf(account)) {
      const secret = `${prefix}/${id}`;
      moved.push({ account, provider: slug, secret, outcome: await move(secrets, secret, id) });
    }
  }
  const found = moved.filter(({ outcome }) => outcome !== 'nothing to move');
  const rows = found.map(({ account, provider, secret, outcome }) => [account, provider, outcome, secret]);
  const text = [
    ...(rows.length === 0 ? [] : [alignColumns(['ACCOUNT', 'PROVIDER', 'RESULT', 'SECRET'], rows), '']),
    `Moved ${moved.filter(({ outcome }) => outcome === 'moved').length} of ${moved.length} providers' credentials.`,
    ...(rows.length === 0 ? [] : ['No function reads these secrets: delete them when providers check is content.']),
  ].join('\n');
  return { data: found, text, isBad: found.some(({ outcome }) => BAD.includes(outcome)) };
};

const accountsOf = async (values: Values): Promise<string[]> =>
  values['account'] === undefined ? (await listAccounts(table)).map(({ id }) => id) : [textOf(values, 'account')];

const providersOf = async (account: string): Promise<Provider[]> =>
  Object.values((await findAccount({ account })).providers).toSorted(byCreation);

async function move(secrets: SecretsManagerClient, SecretId: string, provider: string): Promise<Outcome> {
  const text = await readSecret(secrets, SecretId);
  if (text === undefined) return 'nothing to move';
  // Looked at first, so that a repetition asks KMS for nothing.
  if ((await getSealedCredentials(table, provider)) !== undefined) return 'kept';
  if (parseCredentials(text) === undefined) return 'not readable';
  try {
    const ciphertext = await payments.seal(provider, text);
    return (await addSealedCredentials(table, { provider, ciphertext, now: clock.now() })) ? 'moved' : 'kept';
  } catch (error) {
    if (error instanceof CredentialsTooLong) return 'too long';
    throw error;
  }
}

async function readSecret(secrets: SecretsManagerClient, SecretId: string): Promise<string | undefined> {
  try {
    return (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
