/** How an operator's command and the local run open accounts, issue API keys, save credentials, and add members. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { clock } from '#lib/clock.ts';
import { hasNoControl } from '#lib/contract/fields.ts';
import { type Account, type Mode, newAccount } from '#lib/domain/account.ts';
import type { ApiKey } from '#lib/domain/checked-token.ts';
import { isCountry } from '#lib/domain/phone.ts';
import { paymentParts, payments } from '#lib/live-payments.ts';
import type { Credentials } from '#lib/payment/port.ts';
import { random } from '#lib/random.ts';
import { settingsFrom } from '#lib/settings.ts';
import { createAccount } from '#lib/store/account/accounts.ts';
import { saveApiKey } from '#lib/store/account/api-keys.ts';
import { saveSealedCredentials } from '#lib/store/account/providers.ts';
import { createMember, listMembers, saveAnyMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { type GivenKey, makeKey } from '#lib/use-cases/manage-keys.ts';
import type { Links } from '#lib/use-cases/manage-members.ts';
import { UsageError } from './command.ts';

const MAX_NAME_LENGTH = 100;

/** The first fault in what is given for a new account; undefined when there is none. */
export function accountFault({ name, country }: { name: unknown; country: unknown }): string | undefined {
  if (typeof name !== 'string' || name.trim() === '' || name.trim().length > MAX_NAME_LENGTH) {
    return `name must be text of 1 to ${MAX_NAME_LENGTH} characters`;
  }
  if (!hasNoControl(name.trim())) return 'name must not contain line breaks and other control characters';
  if (country === undefined || (typeof country === 'string' && isCountry(country))) return undefined;
  return 'country must be a two-letter ISO 3166 code in capitals, such as NG';
}

export async function openAccount(given: { name: string; mode: Mode; country?: string | undefined }): Promise<Account> {
  const account = newAccount(given, random.bytes, clock.now());
  await createAccount(table, account);
  return account;
}

/** Makes a key and returns it. It can be seen only now, because only its hash is stored. */
export async function issueApiKey(
  { id, mode }: { id: string; mode: Mode },
  given: GivenKey = {},
): Promise<{ apiKey: string; stored: ApiKey }> {
  const making = { checksumKey: await newestChecksumKey(), randomBytes: random.bytes, now: clock.now() };
  return makeKey(keyStore, { id, mode, ...given }, making);
}

/** @throws {UsageError} when nothing says where it is */
async function newestChecksumKey(): Promise<string> {
  const { checksumKeys } = settingsFrom(process.env);
  const [newest] = checksumKeys.length > 0 ? checksumKeys : await readSecret();
  if (newest === undefined) throw new Error('the secret of the checksum keys is empty');
  return newest;
}

async function readSecret(): Promise<string[]> {
  const SecretId = process.env['API_KEY_CHECKSUM_SECRET'];
  if (!SecretId) {
    throw new UsageError(
      'Give --stage, or set API_KEY_CHECKSUM_SECRET to the name of the secret for the checksum of API keys.',
    );
  }
  const { SecretString = '' } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId }));
  return SecretString.split(' ').filter(Boolean);
}

const keyStore = storeOf(table, { saveApiKey });

export const memberStore = storeOf(table, { listMembers, createMember, saveAnyMember });

export const linksTo = async (baseUrl: string): Promise<Links> => ({
  checksumKey: await newestChecksumKey(),
  randomBytes: random.bytes,
  baseUrl,
});

/** Replaces earlier credentials; running functions may use those for up to five minutes more. */
export async function saveCredentials(provider: string, credentials: Credentials): Promise<'created' | 'replaced'> {
  const ciphertext = await payments.seal(provider, JSON.stringify(credentials));
  const saved = await saveSealedCredentials(table, { provider, ciphertext, now: clock.now() });
  payments.forgetCredentials(provider);
  return saved;
}

/** @throws {UsageError} when nothing says which key it is */
export function requireKey(): void {
  if (paymentParts.credentialsKey !== '') return;
  throw new UsageError(
    'Give --stage, or set CREDENTIALS_KEY to the output CredentialsKeyArn: the key encrypts credentials.',
  );
}
