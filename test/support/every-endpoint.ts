/** Tests that every endpoint with a key must pass; the endpoint's own test file runs them on a real table. */

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { revokeApiKey } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aStoredKey } from './accounts.ts';
import type { Call } from './api-event.ts';
import { everyBodyEndpoint } from './every-body-endpoint.ts';
import { invoke } from './invoke.ts';
import { expectRefusal } from './refusal.ts';
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
    const malformed = ['nonsense', '', 'pay_', 'prv_1', '%20', '../accounts', '__proto__', 'x'.repeat(99), 'pay_é'];

    it.each(malformed)(`${operation} answers 404 for the malformed id %j`, async (id) => {
      expectRefusal(await invoke(handler, await prepared(subject, tenants.mine, { id })), NOT_FOUND);
    });

    it(`${operation} answers 404 for an id in upper case or with a suffix`, async () => {
      const call = await prepared(subject, tenants.mine);
      for (const id of [call.id?.toUpperCase() ?? '', `${call.id}0`, `${call.id}\n`]) {
        expectRefusal(await invoke(handler, { ...call, id }), NOT_FOUND);
      }
    });

    it(`${operation} answers 404 for an unused id of this account, of another, and of an unknown one`, async () => {
      const call = await prepared(subject, tenants.mine);
      const hash = '0'.repeat(25);
      for (const account of [tenants.mine.account.id, tenants.other.account.id, '0000000000']) {
        const id = `${call.id?.slice(0, 4)}${account}${hash}`;
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

export function everyEndpoint(subject: Subject): void {
  const { handler, tenants, operation } = subject;
  const contract = OPERATIONS[operation];

  describe(String(contract.success.status), () => {
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

    it(`${operation} accepts header names in any case`, async () => {
      const { key = '', ...call } = await prepared(subject, tenants.mine);
      const answer = await invoke(handler, { ...call, headers: { 'X-Api-KEY': key } });
      expect(answer.status).toBe(contract.success.status);
    });
  });

  describe('401', () => {
    const INVALID = { status: 401, code: 'invalid_api_key', message: 'Invalid API key' };

    it(`${operation} answers 401 without a key in the x-api-key header`, async () => {
      const { key = '', ...call } = await prepared(subject, tenants.mine);
      expectRefusal(await invoke(handler, call), INVALID);
      expectRefusal(await invoke(handler, { ...call, headers: { Authorization: `Bearer ${key}` } }), INVALID);
      expectRefusal(await invoke(handler, { ...call, query: { 'x-api-key': key } }), INVALID);
    });

    it(`${operation} answers every invalid key with the same 401`, async () => {
      const call = await prepared(subject, tenants.mine);
      const answers = new Set<string>();
      for (const [kind, key] of Object.entries(tenants.badKeys)) {
        const answer = await invoke(handler, { ...call, key });
        expectRefusal(answer, INVALID, kind);
        answers.add(answer.text);
      }
      expect(answers.size).toBe(1);
      expect((await invoke(handler, call)).status).toBe(contract.success.status);
    });

    it(`${operation} answers 401 to the first request after its key was revoked`, async () => {
      const key = await aStoredKey(tenants.mine.account);
      const call = await prepared(subject, tenants.mine, { key });
      expect((await invoke(handler, call)).status).toBe(contract.success.status);
      await revokeApiKey(table, tenants.mine.account.id, hashToken(key), new Date());
      expectRefusal(await invoke(handler, call), INVALID);
    });

    it(`${operation} answers 401 to an invalid key before any other fault of the request`, async () => {
      const call = await prepared(subject, tenants.mine, { key: tenants.badKeys['revoked'] ?? '' });
      const wrong: Call[] = [
        { query: { nonsense: '1' } },
        { headers: { 'Idempotency-Key': '' } },
        { id: 'nonsense' },
        { body: '{' },
        { body: 'x'.repeat(70_000) },
        { headers: { 'Content-Type': 'text/plain' } },
      ];
      for (const fault of wrong) expectRefusal(await invoke(handler, { ...call, ...fault }), INVALID);
    });
  });

  describe('400', () => {
    it(`${operation} answers 400 to an unknown query parameter`, async () => {
      const answer = await invoke(handler, await prepared(subject, tenants.mine, { query: { nonsense: '1' } }));
      expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['nonsense'] });
    });

    it(`${operation} answers 400 to an Idempotency-Key that is empty or longer than 255 characters`, async () => {
      for (const key of ['', 'k'.repeat(256)]) {
        const headers = { 'Idempotency-Key': key };
        const answer = await invoke(handler, await prepared(subject, tenants.mine, { headers }));
        expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['idempotency-key'] });
      }
    });
  });

  if (contract.body) everyBodyEndpoint(subject);
  if (ROUTES.some((route) => route.operation === operation && route.path.includes('{id}'))) everyNamedThing(subject);
}
