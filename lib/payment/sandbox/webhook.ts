/** Reads the sandbox's webhooks. */
import type { Credentials, Lookup, Webhook, WebhookEvent } from '#lib/payment/port.ts';
import { maybeTextAt, readObject, valueAt } from '#lib/payment/read-answer.ts';
import { isSignedBy } from '#lib/payment/signature.ts';
import { isReference } from './movements.ts';

const TOLERANCE_MS = 5 * 60_000;

/** What else to read, by event. */
const EVENTS: ReadonlyMap<string, Lookup['about']> = new Map([
  ['payment.succeeded', undefined],
  ['refund.done', 'refunds'],
  ['refund.failed', 'refunds'],
  ['dispute.opened', 'disputes'],
  ['dispute.lost', 'disputes'],
  ['dispute.won', 'disputes'],
]);

export function readWebhookEvent(webhook: Webhook, { secretKey }: Credentials, now: Date): WebhookEvent {
  if (!isSigned(webhook, secretKey, now)) return { kind: 'unsigned' };
  const webhookEvent = readObject(webhook.body);
  if (webhookEvent === undefined) return { kind: 'malformed' };
  const event = valueAt(webhookEvent, 'event');
  if (typeof event !== 'string' || !EVENTS.has(event)) return { kind: 'other' };
  const transaction = maybeTextAt(webhookEvent, 'data', 'transaction');
  const reference = valueAt(webhookEvent, 'data', 'reference');
  if (transaction === undefined || !isReference(reference)) return { kind: 'malformed' };
  const about = EVENTS.get(event);
  if (about === undefined) return { kind: 'movement', lookup: { transaction, reference } };
  const object = maybeTextAt(webhookEvent, 'data', 'object');
  if (object === undefined) return { kind: 'malformed' };
  return { kind: 'movement', lookup: { transaction, reference, about, object } };
}

/** The signature covers the time and the body. A time far from ours is refused, because the webhook may be a replay. */
function isSigned({ body, headers }: Webhook, secret: string | undefined, now: Date): boolean {
  const [, time = '', signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['x-sandbox-signature'] ?? '') ?? [];
  const signed = { algorithm: 'sha256', secret, encoding: 'hex', body: `${time}.${body}` } as const;
  return isSignedBy(signature, signed) && Math.abs(now.getTime() - Number(time) * 1000) <= TOLERANCE_MS;
}
