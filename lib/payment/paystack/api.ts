/** Calls Paystack's API. */
import { type Ask, jsonApi } from '#lib/payment/json-api.ts';
import { modeByPrefix } from '#lib/payment/payment-facts.ts';
import type { Connection, PaymentAdapter } from '#lib/payment/port.ts';
import { maybeTextAt, valueAt } from '#lib/payment/read-answer.ts';

/** The returned `Ask` takes paths without a host. */
export function paystackApi({ credentials, call, hosts }: Connection): Ask {
  const ask = jsonApi({
    token: credentials['secretKey'] ?? '',
    call,
    isYes: (json) => valueAt(json, 'status') === true,
    explain: (json) => ({ message: maybeTextAt(json, 'message'), code: maybeTextAt(json, 'code') }),
  });
  return (method, path, body) => ask(method, `${hosts.live}${path}`, body);
}

export const modeOf: PaymentAdapter['modeOf'] = ({ secretKey }) =>
  modeByPrefix(secretKey, { test: /^sk_test_/, live: /^sk_live_/ });
