/** Calls Stripe's API: it sends a form and an idempotency key, and reads JSON. */

import { modeByPrefix } from '#lib/payment/payment-facts.ts';
import { type Connection, type PaymentAdapter, ProviderFailure } from '#lib/payment/port.ts';
import { malformed, maybeTextAt, textAt } from '#lib/payment/read-answer.ts';
import { refusal } from '#lib/payment/refusal.ts';

/** Pinned, because the merchant's account may have another default version with other shapes. */
const VERSION = '2024-06-20';

export type AskStripe = (
  path: string,
  posted?: { fields: Readonly<Record<string, string | number>>; idempotencyKey?: string },
) => Promise<unknown>;

export const stripeApi =
  ({ credentials, call, hosts }: Connection): AskStripe =>
  async (path, posted) => {
    const { status, json } = await call({
      method: posted ? 'POST' : 'GET',
      url: `${hosts.live}${path}`,
      headers: {
        authorization: `Bearer ${credentials['secretKey'] ?? ''}`,
        'stripe-version': VERSION,
        ...(posted && {
          'content-type': 'application/x-www-form-urlencoded',
          ...(posted.idempotencyKey !== undefined && { 'idempotency-key': posted.idempotencyKey }),
        }),
      },
      ...(posted && { body: form(posted.fields) }),
    });
    if (status < 300) return json;
    // 409: the first request with this key still runs. Idempotency error: the key was used for another request.
    if (status === 409) throw new ProviderFailure('busy');
    if (maybeTextAt(json, 'error', 'type') === 'idempotency_error') throw new ProviderFailure('taken');
    throw refusal(status, { code: maybeTextAt(json, 'error', 'code') });
  };

export const modeOf: PaymentAdapter['modeOf'] = ({ secretKey }) =>
  modeByPrefix(secretKey, { test: /^[sr]k_test_/, live: /^[sr]k_live_/ });

/** Reads an id with this prefix. Its characters are checked, because it becomes part of a URL. */
export function stripeIdAt(json: unknown, prefix: 'cs' | 'cus' | 'pi' | 'evt', field = 'id'): string {
  const id = textAt(json, field);
  if (!isStripeId(id, prefix)) throw malformed();
  return id;
}

export const isStripeId = (id: string, prefix: string): boolean => new RegExp(`^${prefix}_\\w{1,200}$`).test(id);

const form = (fields: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
