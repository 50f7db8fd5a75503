/** Calls Flutterwave's API. */
import { type Ask, jsonApi } from '#lib/payment/json-api.ts';
import { modeByPrefix } from '#lib/payment/payment-facts.ts';
import type { Connection, PaymentAdapter } from '#lib/payment/port.ts';
import { maybeTextAt, valueAt } from '#lib/payment/read-answer.ts';

/** The returned `Ask` takes paths without a host. */
export function flutterwaveApi({ credentials, call, hosts }: Connection): Ask {
  const ask = jsonApi({
    token: credentials['secretKey'] ?? '',
    call,
    isYes: (json) => valueAt(json, 'status') === 'success',
    explain: (json) => ({ message: maybeTextAt(json, 'message'), code: maybeTextAt(json, 'code') }),
  });
  return (method, path, body) => ask(method, `${hosts.live}${path}`, body);
}

/** No answer of Flutterwave names the mode, so it is the key's. */
export const modeOf: PaymentAdapter['modeOf'] = ({ secretKey }) =>
  modeByPrefix(secretKey, { test: /^FLWSECK_TEST-/, live: /^FLWSECK-/ });
