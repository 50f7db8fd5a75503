/** The secrets of endpoints. They are derived from one key of the deployment, which Secrets Manager keeps. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { deriveSecret } from '#lib/domain/webhook/signature.ts';
import { log } from '#lib/log.ts';

const readKey = async (): Promise<string> => {
  const client = new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
  });
  const command = new GetSecretValueCommand({ SecretId: process.env['WEBHOOK_KEY_SECRET'] ?? '' });
  const { SecretString: key } = await client.send(command);
  if (!key) throw new Error('the key of the webhooks is empty');
  return key;
};

/** Tests and the simulator replace it. The key never changes, so it is read once. */
export const webhookKey = { read: readKey, reading: undefined as Promise<string> | undefined };

function keyOf(): Promise<string> {
  webhookKey.reading ??= webhookKey.read().catch((error: Error) => {
    webhookKey.reading = undefined;
    log('ERROR', 'webhook_key_unreadable', { error: error.name });
    throw serviceUnavailable();
  });
  return webhookKey.reading;
}

/** In the order of the versions. @throws service_unavailable when the key cannot be read */
export async function secretsOf(endpoint: string, versions: readonly number[]): Promise<string[]> {
  const key = await keyOf();
  return versions.map((version) => deriveSecret(key, endpoint, version));
}
