/** Signs and sends one attempt of a webhook. The secrets of endpoints are derived from one key of the deployment, which Secrets Manager keeps. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { realTime } from '#lib/clock.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { asksToWait, retryAfterMs, type SentWebhook } from '#lib/domain/webhook/delivery.ts';
import { liveSecretVersions, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { deriveSecret, signedHeaders } from '#lib/domain/webhook/signature.ts';
import { requestHandler } from '#lib/request-handler.ts';
import type { Service } from '#lib/service.ts';
import type { Settings } from '#lib/settings.ts';
import { postWebhook } from './post.ts';
import { receiversFrom } from './public-address.ts';

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

export type WebhookSender = {
  /** Signed with every secret that is valid now. @throws when the key of the secrets cannot be read */
  sendWebhook: (endpoint: WebhookEndpoint, webhook: { id: string; body: string }) => Promise<SentWebhook>;
};

type Source = Pick<Service, 'clock' | 'settings'> & WebhookSecrets;

type Post = { url: string; headers: Record<string, string>; body: string };

/** `realNow`: real time, which no replaced clock changes, because receivers compare the time of a signature with their own clock. */
export function webhookSenderFrom(
  { clock, settings, secretsOf }: Source,
  { realNow = realTime, post = (webhook: Post) => postWebhook(receiversFrom(settings), webhook) } = {},
): WebhookSender {
  return {
    sendWebhook: async (endpoint, { id, body }) => {
      const secrets = await secretsOf(endpoint.id, liveSecretVersions(endpoint, clock.now()));
      const headers = signedHeaders({ id, body, sentAt: realNow(), secrets });
      const { retryAfter, ...posted } = await post({ url: endpoint.url, headers, body });
      const waitMs = asksToWait(posted.status) ? retryAfterMs(retryAfter, realNow()) : undefined;
      return { ...posted, ...(waitMs !== undefined && { waitMs }) };
    },
  };
}
