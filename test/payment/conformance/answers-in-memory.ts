/** Answers an adapter's requests without a network, for tests that ask many thousand times. */
import type { Connection, Order } from '#lib/payment/port.ts';
import { readFields } from '#test/payment/stub-provider.ts';
import { anOrder } from './an-order.ts';
import type { ProviderScript } from './provider-script.ts';

const HOST = 'https://provider.example';

/** A path without an answer from the test gets the usual answer for the order, as `adapterAtStub` gives it. */
export function answersInMemory(
  script: ProviderScript,
  answers: Readonly<Record<string, unknown>>,
  order: Order = anOrder('card'),
): Connection {
  script.forget?.();
  return {
    credentials: script.credentials,
    hosts: { live: HOST, test: HOST },
    call: async ({ method, url, headers = {}, body: raw = '' }) => {
      const path = url.slice(HOST.length);
      if (Object.hasOwn(answers, path)) return { status: 200, json: parsed(answers[path]) };
      const fields = readFields(headers['content-type'], raw);
      const json = script.answer({ method, path, headers, raw, fields }, order);
      if (json !== undefined) return { status: 200, json: parsed(json) };
      const { unknown } = script.replies;
      return typeof unknown === 'object' && 'body' in unknown
        ? { status: unknown.status, json: unknown.body }
        : { status: 404, json: undefined };
    },
  };
}

/** Undefined fields are left out, as they are in JSON. */
const parsed = (body: unknown): unknown => (body === undefined ? null : JSON.parse(JSON.stringify(body)));
