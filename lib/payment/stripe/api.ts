/** Calls Stripe's API: it sends a form and an idempotency key, and reads JSON and Stripe's units of money. */
import { type Money, minorDigits } from '#lib/domain/money.ts';
import { refusal } from '#lib/payment/call-provider.ts';
import { type Connection, type PaymentAdapter, ProviderFailure } from '#lib/payment/port.ts';
import { modeByPrefix, readUnits, unitsOf } from '#lib/payment/provider-values.ts';
import { malformed, maybeTextAt, textAt } from '#lib/payment/read-answer.ts';

/**
 * Stripe's units, which are not always ISO minor units: https://docs.stripe.com/currencies#minor-units. In Stripe these
 * have no decimals. In ISO, MGA has some.
 */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');

/** In ISO these have no decimals. Stripe still counts hundredths, and accepts whole units only. */
const STILL_HUNDREDTHS = ['ISK', 'UGX'];

/** Stripe counts thousandths here, and the last digit must be 0. */
const THOUSANDTHS = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

function digitsOf(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0;
  if (THOUSANDTHS.includes(currency)) return 3;
  if (minorDigits(currency) === 2 || STILL_HUNDREDTHS.includes(currency)) return 2;
  throw new ProviderFailure('unsupported_currency');
}

/** Never rounds. @throws ProviderFailure `unsupported_amount` when Stripe's units are too coarse */
export function stripeAmount(amount: Money): number {
  const digits = digitsOf(amount.currency);
  const units = unitsOf(amount, digits);
  if (units === undefined || (digits === 3 && units % 10 !== 0)) throw new ProviderFailure('unsupported_amount');
  return units;
}

export const stripeMoney = (units: unknown, currency: unknown): Money => readUnits(units, currency, digitsOf);

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
