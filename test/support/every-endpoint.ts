/** Tests that every endpoint with a key must pass; the endpoint's own test file runs them on a real table. */

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { hashApiKey } from '#lib/domain/api-key.ts';
import { revokeApiKey } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aStoredKey } from './accounts.ts';
import type { Call } from './api-event.ts';
import { everyBodyEndpoint } from './every-body-endpoint.ts';
import { everyNamedThing } from './every-named-thing.ts';
import { invoke } from './invoke.ts';
import { expectRefusal } from './refusal.ts';
import { prepared, type Subject } from './subject.ts';

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
      await revokeApiKey(table, tenants.mine.account.id, hashApiKey(key), new Date());
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
  if (
    operation.match(/^(get|update|delete|pause|ping|replay|resume|rotate|send)-|-payments?$|-deliveries$|-reminder$/)
  ) {
    everyNamedThing(subject);
  }
}
