/** Standard Webhooks 1.0.0: derives the secret of an endpoint, and signs a delivery with it. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Derived, so that no secret is stored. 32 bytes; a rotation is the next version. */
export const deriveSecret = (deploymentKey: string, endpoint: string, version: number): string =>
  PREFIX + createHmac('sha256', deploymentKey).update(`webhook:${endpoint}:${version}`).digest('base64');

type MessageToSign = { id: string; body: string; sentAt: Date; secrets: readonly string[] };

/** `id` is the event's, the same in every attempt; `sentAt` is the attempt's. One signature for each secret. */
export function signedHeaders({ id, body, sentAt, secrets }: MessageToSign): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
