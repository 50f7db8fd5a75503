/** Undocumented requests to every documented operation get a documented answer, never a 5xx. Only in a local run, because the gateway of a deployment changes some of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultPaths, seeded, useOutsider } from '#test/end-to-end/contract/outsider.ts';
import { valuesOf } from '#test/end-to-end/contract/value-of.ts';
import type { Json, Operation } from '#test/support/api-document.ts';

const outsider = useOutsider();

const withBody = () => outsider.operations.filter(({ requestBody }) => requestBody !== undefined);
const withKey = () => outsider.operations.filter(({ security }) => security.length > 0);
const idFor = ({ path }: Operation) => (path.includes('{') ? { id: 'whatever' } : {});

/** A body that the document allows; the fixed seed makes it the same each time. */
function aBody({ requestBody }: Operation): Json {
  const schema = requestBody?.content['application/json'].schema ?? {};
  return fc.sample(valuesOf(outsider.document)(schema), { numRuns: 1, seed: 7 })[0] ?? {};
}

/** JSON texts that no serializer writes. */
const NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '1e-400',
  '0.1000000000000000055511151231257827',
  '12345678901234567890',
  '1E+2',
  '0.30000000000000004',
  '1e308',
  '5e-324',
];
const nested = (levels: number, [open, close]: readonly [string, string]) => open.repeat(levels) + close.repeat(levels);
const BODIES = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '""',
    '7',
    'true',
    'NaN',
    'undefined',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
  ],
  ...[
    nested(10_000, ['[', ']']),
    nested(5_000, ['{"a":', '}']),
    `{"metadata":${nested(9_000, ['[', ']'])}}`,
    '"\\ud800"',
    '{"\\ud800":"\\udfff"}',
    '{"reference":"\\u0000"}',
  ],
  `{${Array.from({ length: 6_000 }, (_, at) => `"k${at}":0`).join()}}`,
];

describe('every operation with a body', () => {
  it('every operation with a body answers 400 or 413 to a body that is not its own', async () => {
    for (const operation of withBody()) {
      const answers = BODIES.map((text) => outsider.ask(operation, { ...idFor(operation), text, headers: JSON_TYPE }));
      for (const { status } of await Promise.all(answers)) expect([400, 413], operation.operationId).toContain(status);
    }
  });

  it('every operation answers as documented when any value of its body is replaced by any number', async () => {
    for (const operation of withBody()) {
      const text = JSON.stringify(aBody(operation));
      const values = [...text.matchAll(/:("[^"]*"|[\d.e+-]+|true|false)(?=[,}])/g)];
      const texts = values.flatMap(({ 0: found, index }) =>
        NUMBERS.map((number) => `${text.slice(0, index)}:${number}${text.slice(index + found.length)}`),
      );
      const chosen = texts.filter((_, at) => at % Math.max(1, Math.floor(texts.length / 40)) === 0);
      await Promise.all(chosen.map((each) => outsider.ask(operation, { ...idFor(operation), text: each })));
    }
  });

  it('every operation with a body answers 415 to other types than JSON, and 413 to a body that is too large', async () => {
    for (const operation of withBody()) {
      const text = JSON.stringify(aBody(operation));
      for (const type of [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        ';',
        'json',
        '',
      ]) {
        const { status } = await outsider.ask(operation, {
          ...idFor(operation),
          text,
          headers: { 'content-type': type },
        });
        expect([type, status]).toEqual([type, 415]);
      }
      for (const size of [70_000, 1_000_000]) {
        const { status } = await outsider.ask(operation, { ...idFor(operation), text: text.padEnd(size, ' ') });
        expect(status).toBe(413);
      }
    }
  });
});

describe('every operation that asks for a key', () => {
  it('every operation answers an unknown or malformed key with the same 401', async () => {
    const { owner } = outsider.keys;
    const wrong = [
      '',
      'x',
      ' ',
      `${owner} `.repeat(2),
      owner.slice(1),
      `${owner}0`,
      owner.toUpperCase(),
      'null',
      '__proto__',
      'k'.repeat(6_000),
    ];
    for (const operation of withKey()) {
      const told = await Promise.all(
        wrong.map((key) => outsider.ask(operation, { ...idFor(operation), headers: { 'x-api-key': key } })),
      );
      const refusal = { status: 'error', code: 'invalid_api_key', message: 'Invalid API key' };
      for (const { status, body } of told) expect([status, body]).toEqual([401, refusal]);
    }
  });

  it('every read answers 400 to an undocumented parameter or value, and names the parameter', async () => {
    const odd = fc.oneof(
      fc.constantFrom('0', '-1', '1.5', '1e2', ' 1', '', '٣', 'NaN', '101x', '0x1'),
      fc.string({ unit: 'grapheme', maxLength: 9 }).filter((text) => !/^[1-9]\d*$/.test(text)),
    );
    const name = fc.oneof(
      fc.constantFrom('page', 'limit', '__proto__', 'constructor', 'x-api-key'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...withKey().filter(({ method }) => method === 'GET')),
        name,
        odd,
        async (operation, key, value) => {
          const query = `?${new URLSearchParams([[key, value]])}`;
          const told = await outsider.ask(operation, { ...idFor(operation), query });
          expect([told.status, faultPaths(told)]).toEqual([400, [key]]);
        },
      ),
      seeded(outsider.many(120)),
    );
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

describe('every other method and path', () => {
  it('every undocumented method of a documented path answers 405 with Allow', async () => {
    const paths = [...new Set(outsider.operations.map(({ path }) => path))];
    for (const path of paths) {
      const allowed = outsider.operations.filter((each) => each.path === path).map(({ method }) => method);
      for (const method of METHODS.filter((each) => !allowed.includes(each))) {
        const answer = await fetch(`${outsider.baseUrl}${path.replace(/\{\w+\}/, 'x')}`, { method });
        expect([method, path, answer.status]).toEqual([method, path, method === 'OPTIONS' ? 204 : 405]);
        expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual([...allowed, 'OPTIONS'].toSorted());
        expect(answer.headers.get('x-request-id')).toMatch(/\S/);
      }
    }
  });

  it('an undocumented path always answers a refusal in the envelope', async () => {
    const segment = fc.oneof(
      fc.constantFrom('public', 'collections', 'providers', '..', '.', '', '%2e%2e', '%00', '__proto__'),
      fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => encodeURIComponent(text)),
    );
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
    await fc.assert(
      fc.asyncProperty(
        path.filter((each) => !/^\/(_local|u|pay|webhooks)\b/.test(each)),
        fc.constantFrom(...METHODS.slice(2, 6)),
        async (target, method) => {
          const answer = await fetch(`${outsider.baseUrl}${target}`, { method });
          const text = await answer.text();
          expect([401, 404, 405], text).toContain(answer.status);
          expect(JSON.parse(text)).toMatchObject({
            status: 'error',
            code: expect.any(String),
            message: expect.any(String),
          });
          expect(Object.keys(JSON.parse(text) as object)).toHaveLength(3);
        },
      ),
      seeded(outsider.many(120)),
    );
  });
});
