/** Signs and sends one attempt of a webhook. */
import { realTime } from '#lib/clock.ts';
import { asksToWait, retryAfterMs, type SentWebhook } from '#lib/domain/webhook/delivery.ts';
import { liveSecretVersions, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { signedHeaders } from '#lib/domain/webhook/signature.ts';
import type { Service } from '#lib/service.ts';
import { postWebhook } from './post.ts';
import { receiversFrom } from './receivers.ts';
import type { WebhookSecrets } from './secrets.ts';

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
