/** Bodies that are not read: encoded ones, and those of routes that take none; and the bound on what is said of the others. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { getOpenapi } from '#functions/api/get-openapi.ts';
import { resumeFollowUps } from '#functions/api/resume-follow-ups.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { rawBody, readJsonBody } from '#lib/http/body.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { invoke } from '#test/support/invoke.ts';
import { memoryStore } from '#test/support/memory-store.ts';

const JSON_BODY = '{"a":1}';
const sent = (bytes: Uint8Array, headers: Record<string, string>): HttpEvent => ({
  ...anApiEvent({ method: 'POST' }),
  body: Buffer.from(bytes).toString('base64'),
  isBase64Encoded: true,
  headers: { 'content-type': 'application/json', ...headers },
});

it.each([
  ['gzip', gzipSync(JSON_BODY)],
  ['GZIP', gzipSync(JSON_BODY)],
  ['x-gzip', gzipSync(JSON_BODY)],
  ['br', brotliCompressSync(JSON_BODY)],
  ['deflate', deflateSync(JSON_BODY)],
  ['identity, gzip', gzipSync(JSON_BODY)],
  ['gzip', Buffer.from(JSON_BODY)],
])('a body with content-encoding %s is refused as such, on every reading of a body', (coding, bytes) => {
  const refused = expect.objectContaining({ code: 'unsupported_media_type' });
  for (const read of [readJsonBody, rawBody]) {
    expect(() => read(sent(bytes, { 'Content-Encoding': coding }))).toThrow(refused);
    const lines = { 'content-encoding': ['identity', coding] };
    expect(() => read({ ...sent(bytes, {}), multiValueHeaders: lines })).toThrow(refused);
  }
});

it.each(['identity', 'IDENTITY', '', ' identity , identity '])('content-encoding %j changes nothing', (coding) => {
  expect(readJsonBody(sent(Buffer.from(JSON_BODY), { 'content-encoding': coding }))).toEqual({ a: 1 });
});

const collection = aCollection({ expiresAt: '2999-01-01T00:00:00.000Z' });

async function resume(body: unknown) {
  const store = memoryStore(anAccount());
  await store.deps.createCollection(collection, { nonce: 'n', startSegment: 0 });
  return invoke(resumeFollowUps(store.deps), { method: 'POST', key: store.key, id: collection.id, body });
}

it.each([
  ['{"now":true,"x":{}}', ['now', 'x']],
  ['{"__proto__":1}', ['__proto__']],
  ['[]', ['']],
  ['null', ['']],
  ['{', ['']],
  ['now=true', ['']],
  [`{"a":"${'x'.repeat(70_000)}"}`, ['']],
])('a route without a body refuses %.30s', async (body, paths) => {
  const { status, body: answer } = await resume(body);
  expect([status, (answer.errors as { path: string }[]).map(({ path }) => path)]).toEqual([400, paths]);
});

it.each(['', ' ', '{}', '{ }'])('a route without a body takes %j for none', async (body) => {
  expect((await resume(body)).status).toBe(200);
});

it('the description takes no parameter and no body', async () => {
  const handler = getOpenapi(memoryStore(anAccount()).deps);
  expect((await invoke(handler, { query: { colour: 'red' } })).status).toBe(400);
  expect((await invoke(handler, {})).status).toBe(200);
});

it('an answer has the first hundred faults, and no path of many KB', () => {
  const faults = (count: number) =>
    validationFailed(Array.from({ length: count }, () => ({ path: 'p'.repeat(201), message: 'm' }))).details.errors;
  expect([faults(99)?.length, faults(100)?.length, faults(101)?.length]).toEqual([99, 100, 100]);
  expect(faults(1)?.[0]?.path).toHaveLength(200);
});
