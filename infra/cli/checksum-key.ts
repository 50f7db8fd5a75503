/** The key for the checksum of new API keys: the functions have it in their environment, an operator's machine reads its secret. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { settingsFrom } from '#lib/settings.ts';
import { UsageError } from './command.ts';

/** @throws {UsageError} when nothing says where it is */
export async function newestChecksumKey(): Promise<string> {
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
