/** Verifies a webhook as its receiver does; in an application, use a library of Standard Webhooks. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { signedHeaders } from '#lib/domain/webhook/signature.ts';

const TOLERANCE_SECONDS = 300;

type Received = { headers: IncomingHttpHeaders; body: string; secret: string; now: Date };

export function isGenuine({ headers, body, secret, now }: Received): boolean {
  const id = String(headers['webhook-id']);
  const seconds = Number(headers['webhook-timestamp']);
  if (!Number.isInteger(seconds) || Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false;
  const expected = signedHeaders({ id, body, sentAt: new Date(seconds * 1000), secrets: [secret] });
  const wanted = Buffer.from(expected['webhook-signature'] ?? '');
  return String(headers['webhook-signature'])
    .split(' ')
    .map((given) => Buffer.from(given))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}
