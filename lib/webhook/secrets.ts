/** The secrets of endpoints. They are derived from one key of the deployment, which Secrets Manager keeps. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { deriveSecret } from '#lib/domain/webhook/signature.ts';
import { requestHandler } from '#lib/request-handler.ts';
import type { Service } from '#lib/service.ts';
import type { Settings } from '#lib/settings.ts';

export type WebhookSecrets = {
  /** In the order of the versions. @throws service_unavailable when the key cannot be read */
  secretsOf: (endpoint: string, versions: readonly number[]) => Promise<string[]>;
};

export async function readWebhookKey(settings: Pick<Settings, 'webhookKeySecret' | 'version'>): Promise<string> {
  const client = new SecretsManagerClient({
    maxAttempts: 3,
    requestHandler: requestHandler(settings, { connectionTimeout: 500, requestTimeout: 1_000 }),
  });
  const { SecretString: key } = await client.send(new GetSecretValueCommand({ SecretId: settings.webhookKeySecret }));
  if (!key) throw new Error('the key of the webhooks is empty');
  return key;
}

/** The key never changes, so it is read once. */
export function webhookSecretsFrom(
  { settings, log }: Pick<Service, 'settings' | 'log'>,
  read = () => readWebhookKey(settings),
): WebhookSecrets {
  let reading: Promise<string> | undefined;
  const key = (): Promise<string> => {
    reading ??= read().catch((error: Error) => {
      reading = undefined;
      log.write('ERROR', 'webhook_key_unreadable', { error: error.name });
      throw serviceUnavailable();
    });
    return reading;
  };
  return {
    secretsOf: async (endpoint, versions) => {
      const known = await key();
      return versions.map((version) => deriveSecret(known, endpoint, version));
    },
  };
}
