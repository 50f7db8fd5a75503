/** Random requests: every answer keeps to the contract, and none is a 5xx. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ROUTES } from '#lib/contract/routes.ts';
import type { Sent } from '#test/support/http-client.ts';
import { times } from '#test/support/repetitions.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, createCollection } from './requests.ts';

const service = useService();
const RUNS = times(300);
const TYPES = ['application/json', 'application/json; charset=utf-16', 'text/plain', ';', 'a/b/c'];

const text = fc.string({ unit: 'binary', maxLength: 40, size: 'max' });
const anything = fc.anything({ values: [fc.constantFrom<unknown>('', 0, -0, 1e308, 5e-324, null, '__proto__'), text] });

/** `at` is the path of a field of a valid create, `by` the value that replaces it. */
const mutation = fc.record({
  at: fc.array(
    fc.constantFrom('reference', 'amount', 'value', 'contact', 'phone', 'email', 'metadata', 'description', 'payable'),
    { minLength: 1, maxLength: 3 },
  ),
  by: anything,
});

/** Follows the names of each path as deep as there are objects, and sets the last name there. */
function mutated(mutations: { at: string[]; by: unknown }[]): unknown {
  const body: Record<string, unknown> = aCollection({ metadata: { description: 'x' } });
  for (const { at, by } of mutations) {
    let into = body;
    for (const name of at.slice(0, -1)) {
      const next = into[name];
      if (typeof next === 'object' && next !== null) into = next as typeof body;
    }
    into[at.at(-1) as string] = by;
  }
  return body;
}

const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
  } catch {
    return '';
  }
};

const body = fc.oneof(
  { weight: 3, arbitrary: fc.array(mutation, { maxLength: 2 }).map((mutations) => asJson(mutated(mutations))) },
  { weight: 2, arbitrary: fc.record({ status: anything, name: anything, enabled: anything, slug: text }).map(asJson) },
  fc.json({ stringUnit: 'binary' }),
  text,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
);

const printable = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const plain = fc.constant({ 'content-type': 'application/json' });
const odd = fc.record(
  {
    'content-type': fc.constantFrom(...TYPES),
    'idempotency-key': printable,
    accept: printable,
    'x-api-key': printable,
    'x-request-id': printable,
    'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
  },
  { requiredKeys: ['content-type'] },
);
const headers = fc.oneof({ weight: 3, arbitrary: plain }, odd);

/** Percent-encoding keeps each value one path segment. */
const segment = fc
  .oneof(fc.constantFrom('pay_', 'prv_', 'status', '__proto__'), fc.stringMatching(/^[\w~!$'()*,;:@=-]{1,60}$/))
  .map(encodeURIComponent);
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom('page', 'limit'), text), text), { maxLength: 2 });

const request = fc.record({
  route: fc.oneof(fc.constant(ROUTES[0]), fc.constantFrom(...ROUTES)),
  method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), { nil: undefined, freq: 8 }),
  id: fc.option(segment, { nil: undefined }),
  query: fc.option(query, { nil: [], freq: 1 }),
  body,
  headers,
});

const printed = (pairs: [string, string][]): string => {
  const query = new URLSearchParams();
  for (const [name, value] of pairs) query.append(name.toWellFormed(), value.toWellFormed());
  return query.size === 0 ? '' : `?${query}`;
};

type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;
const [toCreate, , toRead] = ROUTES;
const JSON_TYPE = { 'content-type': 'application/json' } as const;
const aRequest: Request = { route: toCreate, method: 'POST', id: undefined, query: [], body: '{}', headers: JSON_TYPE };
/** Refusals that random requests may fail to provoke: another content type, method, id and API key. */
const ALWAYS: [Request][] = [
  [{ ...aRequest, headers: { 'content-type': 'text/plain' } }],
  [{ ...aRequest, method: 'DELETE' }],
  [{ ...aRequest, route: toRead, method: undefined, id: 'pay_' }],
  [{ ...aRequest, headers: { ...JSON_TYPE, 'x-api-key': 'none' } }],
];

it('every answer to a random request keeps to the contract', async () => {
  const { id: known } = await createCollection(service.owner);
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(request, async (asked) => {
    const { route, headers, body } = asked;
    const method = asked.method ?? route.method;
    const path = route.path.replace('{id}', asked.id ?? known) + printed(asked.query);
    const sent: Sent = method === 'GET' ? { headers } : { headers, body };
    const { status } = await service.owner.send(method, path, sent);
    seen.set(status, (seen.get(status) ?? 0) + 1);
  });
  await fc.assert(property, { numRuns: RUNS, examples: ALWAYS });
  // Guards against a generator whose requests are all refused for the same reason.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405, 415]));
});
