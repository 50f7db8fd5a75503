/** Signs and sends one attempt of a webhook. */
import { clock, wallClock } from '#lib/clock.ts';
import type { SentWebhook } from '#lib/domain/webhook/delivery.ts';
import { liveSecretVersions, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { retryAfterMs } from '#lib/domain/webhook/retry-ladder.ts';
import { signedHeaders } from '#lib/domain/webhook/signature.ts';
import { postWebhook } from './post.ts';
import { secretsOf } from './secrets.ts';

/** Tests and the simulator replace it. */
export const outbound = { post: postWebhook };

/** Signed with every secret that is valid now. Real time, because the receiver checks it. @throws without the key */
export async function sendWebhook(
  endpoint: WebhookEndpoint,
  { id, body }: { id: string; body: string },
): Promise<SentWebhook> {
  const secrets = await secretsOf(endpoint.id, liveSecretVersions(endpoint, clock.now()));
  const headers = signedHeaders({ id, body, sentAt: wallClock.now(), secrets });
  const { retryAfter, ...posted } = await outbound.post({ url: endpoint.url, headers, body });
  const waitMs = asksToWait(posted.status) ? retryAfterMs(retryAfter, wallClock.now()) : undefined;
  return { ...posted, ...(waitMs !== undefined && { waitMs }) };
}

const asksToWait = (status: number | undefined): boolean => status === 429 || status === 503;
