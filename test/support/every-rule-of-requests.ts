/**
 * Every rule of keys, headers and bodies. All endpoints share the code that keeps these rules, so one endpoint is judged by all of
 * them; `every-endpoint.ts` judges that each endpoint has that code, and `test/end-to-end/every-endpoint.test.ts` that each route has.
 */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { revokeApiKey } from '#lib/store/account/api-keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aStoredKey } from './accounts.ts';
import type { Call } from './api-event.ts';
import { type Answer, invoke } from './invoke.ts';
import { expectRefusal, INVALID_KEY } from './refusal.ts';
import { setIn } from './set-in.ts';
import { prepared, type Subject } from './subject.ts';

const MALFORMED = { status: 400, code: 'malformed_json', message: 'The body is not valid JSON' };
const TOO_LARGE = { status: 413, code: 'payload_too_large' };
const NOT_JSON = { status: 415, code: 'unsupported_media_type' };
const LARGEST = 64 * 1024;
/** Lambda's limit in bytes for an answer, which is JSON inside JSON: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_ANSWERED = 6_000_000;
const TEXT = { headers: { 'Content-Type': 'text/plain' } };
const LONE = '\ud800';

export function everyRuleOfRequests(subject: Subject): void {
  keysAndHeaders(subject);
  bodies(subject);
}

function keysAndHeaders(subject: Subject): void {
  const { handler, tenants, operation } = subject;
  const { success } = OPERATIONS[operation];

  it(`${operation} takes the key from the x-api-key header only, in any case`, async () => {
    const { key = '', ...call } = await prepared(subject, tenants.mine);
    expect((await invoke(handler, { ...call, headers: { 'X-Api-KEY': key } })).status).toBe(success.status);
    for (const elsewhere of [{}, { headers: { Authorization: `Bearer ${key}` } }, { query: { 'x-api-key': key } }])
      expectRefusal(await invoke(handler, { ...call, ...elsewhere }), INVALID_KEY);
  });

  it(`${operation} answers 401 to the first request after its key was revoked`, async () => {
    const key = await aStoredKey(tenants.mine.account);
    expect((await invoke(handler, await prepared(subject, tenants.mine, { key }))).status).toBe(success.status);
    await revokeApiKey(table, tenants.mine.account.id, hashToken(key), new Date());
    expectRefusal(await invoke(handler, await prepared(subject, tenants.mine, { key })), INVALID_KEY);
  });

  it(`${operation} answers 400 to an Idempotency-Key that is empty or longer than 255 characters`, async () => {
    for (const key of ['', 'k'.repeat(256)]) {
      const answer = await invoke(
        handler,
        await prepared(subject, tenants.mine, { headers: { 'Idempotency-Key': key } }),
      );
      expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['idempotency-key'] });
    }
  });
}

function bodies(subject: Subject): void {
  const { handler, tenants, operation } = subject;
  const { success } = OPERATIONS[operation];
  const call = (changes: Call) => prepared(subject, tenants.mine, changes);
  const ask = async (changes: Call): Promise<Answer> => invoke(handler, await call(changes));

  describe('a body that is no JSON', () => {
    it.each([' ', '{', '{"a":1,}', "{'a':1}", 'undefined', 'NaN', '{"a":01}', '{} {}', '\ufeff{}x'])(
      `${operation} answers 400 to a body that is not JSON: %j`,
      async (body) => expectRefusal(await ask({ body }), MALFORMED),
    );

    it(`${operation} answers to a missing or empty body as to an object without fields, and 400 where a field is required`, async () => {
      const asObject = await ask({ body: {} });
      for (const body of [undefined, '']) {
        const answer = await ask({ body });
        if (asObject.status === 400) expectRefusal(answer, MALFORMED);
        else expect(answer.status).toBe(success.status);
      }
    });

    it(`${operation} answers 400 to a body that is not UTF-8`, async () => {
      const { body: _none, ...rest } = await call({ headers: { 'Content-Type': 'application/json' } });
      const bytes = Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1');
      const answer = await invoke((event, context) => {
        const body = Buffer.from(bytes, 'latin1').toString('base64');
        return handler({ ...event, body, isBase64Encoded: true }, context);
      }, rest);
      expectRefusal(answer, MALFORMED);
    });

    it.each(['[', '{"a":'])(
      `${operation} answers 400 to a body that is nested thousands of levels deep: %s…`,
      async (open) => {
        for (const levels of [1_000, 5_000, 10_000]) {
          const body = `${open.repeat(levels)}1e5${(open === '[' ? ']' : '}').repeat(levels)}`;
          expect((await ask({ body })).status).toBe(400);
        }
      },
    );
  });

  describe('a body that is not what it should be', () => {
    it.each(['null', '[]', '"text"', '5', 'true', '1e400'])(
      `${operation} answers 400 to a body of another JSON type: %s`,
      async (body) => {
        const answer = await ask({ body });
        expect([answer.status, answer.body.code], answer.text).toEqual([400, 'validation_failed']);
      },
    );

    it(`${operation} answers 400 to an unknown field, a read-only field and a prototype field`, async () => {
      for (const field of ['id', 'createdAt', '__proto__', 'constructor', 'prototype']) {
        const { body } = await call({});
        const answer = await ask({ body: setIn(body, field, { x: 1 }) });
        expectRefusal(answer, { status: 400, code: 'validation_failed', paths: [field] });
      }
    });

    it(`${operation} answers 400 to text that is not well-formed Unicode, in values and in keys at any depth`, async () => {
      const { body } = await call({});
      for (const [field, value, path] of [
        ['x', LONE, 'x'],
        ['x', { y: [`a${LONE}b`] }, 'x.y.0'],
        ['x', { [LONE]: 1 }, 'x.\ufffd'],
        ['x', `\udc00${LONE}`, 'x'],
      ] as const) {
        const answer = await ask({ body: setIn(body, field, value) });
        expectRefusal(answer, { status: 400, code: 'validation_failed', paths: [path] });
      }
    });

    it(`${operation} answers 400 within Lambda’s response limit to a body with thousands of faults`, async () => {
      const zeros = Array(32_700).fill('0').join();
      const bodies = [
        `{"${'k'.repeat(30_000)}":[${Array(3_000).fill('"\\ud800"').join()}]}`,
        `${'{"\\ud800":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
        `{"payable":{"methods":[${zeros}]}}`,
        `{"followUp":{"channels":[${zeros}]}}`,
        `{"metadata":[${zeros}]}`,
      ];
      for (const body of bodies) {
        const answer = await ask({ body });
        expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
        expect(Buffer.byteLength(JSON.stringify(answer.text))).toBeLessThan(MAX_ANSWERED);
      }
    });
  });

  describe('a body’s size and type', () => {
    it(`${operation} accepts a body of 64 KB, and answers 413 to one byte more`, async () => {
      const { body } = await call({});
      const text = JSON.stringify(body);
      const filled = (bytes: number) => text + ' '.repeat(bytes - Buffer.byteLength(text));
      expect((await ask({ body: filled(LARGEST) })).status).toBe(success.status);
      expectRefusal(await ask({ body: filled(LARGEST + 1) }), TOO_LARGE);
      expectRefusal(await ask({ body: filled(LARGEST + 1), base64: true }), TOO_LARGE);
      expectRefusal(await ask({ body: `"${'€'.repeat(22_000)}"` }), TOO_LARGE);
    });

    it(`${operation} accepts a body that is encoded as base64`, async () => {
      expect((await ask({ base64: true })).status).toBe(success.status);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', '', 'application/jsonp', 'json', 'text/json'])(
      `${operation} answers 415 to the content type %j`,
      async (type) => expectRefusal(await ask({ headers: { 'Content-Type': type } }), NOT_JSON),
    );

    it(`${operation} answers 415 to a body without a content type`, async () => {
      const answer = await invoke(
        (event, context) => handler({ ...event, headers: { 'x-api-key': tenants.mine.key } }, context),
        await call({}),
      );
      expectRefusal(answer, NOT_JSON);
    });

    it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])(
      `${operation} accepts the content type %s`,
      async (type) =>
        expect((await ask({ headers: { 'content-type': type, 'Content-Type': type } })).status).toBe(success.status),
    );

    it(`${operation} checks size, content type and body in this order`, async () => {
      expectRefusal(await ask({ body: 'x'.repeat(LARGEST + 1), ...TEXT }), TOO_LARGE);
      expectRefusal(await ask({ body: '{', ...TEXT }), NOT_JSON);
      expectRefusal(await ask({ query: { nonsense: '1' }, ...TEXT }), NOT_JSON);
    });

    it(`${operation} names faults of the body, the query and the headers in one answer`, async () => {
      const answer = await ask({ body: { nonsense: 1 }, query: { q: '1' }, headers: { 'Idempotency-Key': '' } });
      const paths = (answer.body.errors ?? []).map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(['q', 'idempotency-key', 'nonsense']));
    });
  });
}
