/** Tests that every endpoint with a key must pass; the endpoint's own test file runs them on a real table. */

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import type { Call } from './api-event.ts';
import { invoke } from './invoke.ts';
import { expectRefusal, INVALID_KEY } from './refusal.ts';
import { setIn } from './set-in.ts';
import { prepared, type Subject } from './subject.ts';

function everyNamedThing(subject: Subject): void {
  const { handler, tenants, operation } = subject;
  const [thing, Thing] = named(operation);
  const NOT_FOUND = { status: 404, code: `${thing}_not_found`, message: `${Thing} not found` };
  const FOREIGN = { status: 403, code: `${thing}_forbidden`, message: `${Thing} belongs to different account` };

  describe('403', () => {
    it(`${operation} answers 403 for a ${thing} of another account, and neither reveals nor changes it`, async () => {
      const theirs = await prepared(subject, tenants.other);
      const answer = await invoke(handler, { ...theirs, key: tenants.mine.key });
      expectRefusal(answer, FOREIGN);
      expect(Object.keys(answer.body)).toEqual(['status', 'message', 'code']);
      expect((await invoke(handler, theirs)).status).toBe(OPERATIONS[operation].success.status);
    });
  });

  describe('404', () => {
    /** Ids are a prefix, the account, the hash, and of attention the place of its reason. */
    const REF_END = 4 + 10 + 25;
    const MALFORMED = ['nonsense', '', 'pay_', 'prv_1', '%20', '../accounts', '__proto__', 'x'.repeat(99), 'pay_é'];

    it(`${operation} answers 404 for a malformed id, and for one in upper case or with a suffix`, async () => {
      const call = await prepared(subject, tenants.mine);
      for (const id of [...MALFORMED, call.id?.toUpperCase() ?? '', `${call.id}0`, `${call.id}\n`])
        expectRefusal(await invoke(handler, { ...call, id }), NOT_FOUND, id);
    });

    it(`${operation} answers 404 for an unused id of this account, of another, and of an unknown one`, async () => {
      const call = await prepared(subject, tenants.mine);
      const hash = '0'.repeat(25);
      for (const account of [tenants.mine.account.id, tenants.other.account.id, '0000000000']) {
        const id = `${call.id?.slice(0, 4)}${account}${hash}${call.id?.slice(REF_END)}`;
        expectRefusal(await invoke(handler, { ...call, id }), NOT_FOUND);
      }
    });

    it(`${operation} answers 400 before 403 and 404`, async () => {
      const theirs = await prepared(subject, tenants.other, { key: tenants.mine.key, query: { nonsense: '1' } });
      for (const call of [theirs, { ...theirs, id: 'nonsense' }]) {
        expectRefusal(await invoke(handler, call), { status: 400, code: 'validation_failed', paths: ['nonsense'] });
      }
    });
  });
}

/** As codes spell it, and as messages do. */
function named(operation: string): [string, string] {
  if (operation.includes('provider')) return ['provider', 'Provider'];
  if (operation.includes('attention')) return ['attention', 'Attention item'];
  return /webhook|deliveries/.test(operation) ? ['webhook_endpoint', 'Webhook endpoint'] : ['collection', 'Collection'];
}

/** That it has the code which all endpoints share: `every-rule-of-requests.ts` judges that code. */
export function everyEndpoint(subject: Subject): void {
  const { handler, tenants, operation } = subject;
  const contract = OPERATIONS[operation];

  it(`${operation} answers its documented envelope as JSON with the request id, and forbids caching`, async () => {
    const answer = await invoke(handler, await prepared(subject, tenants.mine, { requestId: 'r-77' }));
    expect(answer.status, answer.text).toBe(contract.success.status);
    expect(z.parse(contract.success.schema, answer.body)).toEqual(answer.body);
    expect(answer.headers).toMatchObject({
      'x-request-id': 'r-77',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it(`${operation} answers every invalid key with the same 401, before any other fault of the request`, async () => {
    const call = await prepared(subject, tenants.mine);
    const answers = new Set<string>();
    for (const [kind, key] of [...Object.entries(tenants.badKeys), ['none', undefined] as const]) {
      const { key: _good, ...rest } = call;
      const answer = await invoke(handler, { ...rest, ...(key !== undefined && { key }) });
      expectRefusal(answer, INVALID_KEY, kind);
      answers.add(answer.text);
    }
    expect(answers.size).toBe(1);
    const wrong: Call[] = [
      { query: { nonsense: '1' } },
      { headers: { 'Idempotency-Key': '' } },
      { id: 'nonsense' },
      { body: '{' },
      { body: 'x'.repeat(70_000) },
      { headers: { 'Content-Type': 'text/plain' } },
    ];
    const revoked = { ...call, key: tenants.badKeys['revoked'] ?? '' };
    for (const fault of wrong) expectRefusal(await invoke(handler, { ...revoked, ...fault }), INVALID_KEY);
    expect((await invoke(handler, call)).status).toBe(contract.success.status);
  });

  it(`${operation} answers 400 to an unknown query parameter, and to a wrong Idempotency-Key`, async () => {
    const call = await prepared(subject, tenants.mine);
    const answer = await invoke(handler, { ...call, query: { nonsense: '1' }, headers: { 'Idempotency-Key': '' } });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['idempotency-key', 'nonsense'] });
  });

  if (contract.body) everyBody(subject);
  if (ROUTES.some((route) => route.operation === operation && route.path.includes('{id}'))) everyNamedThing(subject);
}

function everyBody(subject: Subject): void {
  const { handler, tenants, operation } = subject;

  it(`${operation} refuses a body that is too large, of another type, no JSON or no object`, async () => {
    const call = await prepared(subject, tenants.mine);
    const ask = (changes: Call) => invoke(handler, { ...call, ...changes });
    const text = { headers: { 'Content-Type': 'text/plain' } };
    expectRefusal(await ask({ body: 'x'.repeat(70_000), ...text }), { status: 413, code: 'payload_too_large' });
    expectRefusal(await ask({ body: '{', ...text }), { status: 415, code: 'unsupported_media_type' });
    expectRefusal(await ask({ body: '{' }), { status: 400, code: 'malformed_json' });
    const answer = await ask({ body: '[]' });
    expect([answer.status, answer.body.code], answer.text).toEqual([400, 'validation_failed']);
  });

  it(`${operation} answers 400 to a field that it does not know, and to text that is not well-formed Unicode`, async () => {
    const { body, ...call } = await prepared(subject, tenants.mine);
    for (const [field, value] of [
      ['id', { x: 1 }],
      ['createdAt', { x: 1 }],
      ['__proto__', { x: 1 }],
      ['x', '\ud800'],
    ] as const) {
      const answer = await invoke(handler, { ...call, body: setIn(body, field, value) });
      expectRefusal(answer, { status: 400, code: 'validation_failed', paths: [field] });
    }
  });
}
