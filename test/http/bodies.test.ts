/**
 * Bodies that are not read: encoded ones, and those of routes that take none; and the bound on what is said of the others.
 * No body makes an endpoint break.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createCollection } from '#functions/api/create-collection.ts';
import { createProvider } from '#functions/api/create-provider.ts';
import { getOpenapi } from '#functions/api/get-openapi.ts';
import { pauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { previewReminder } from '#functions/api/preview-reminder.ts';
import { promisePayment } from '#functions/api/promise-payment.ts';
import { reopenCollection } from '#functions/api/reopen-collection.ts';
import { resumeFollowUps } from '#functions/api/resume-follow-ups.ts';
import { sendFollowUp } from '#functions/api/send-follow-up.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateProvider } from '#functions/api/update-provider.ts';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { ErrorEnvelope } from '#lib/contract/envelope.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { rawBody, readJsonBody } from '#lib/http/body.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { aCollection, anAccount, anAccountWith, aProvider } from '#test/support/a-collection.ts';
import { aFullCreateBody } from '#test/support/a-create-body.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { type Answer, type Handler, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { memoryStore } from '#test/support/memory-store.ts';
import { setIn } from '#test/support/set-in.ts';

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

it('a body that is null is no object, also where there is a body', async () => {
  const { status, body } = await post('create-provider', 'null');
  expect([status, (body.errors as { path: string }[]).map(({ path }) => path)]).toEqual([400, ['']]);
});

it('a key that nobody has is answered before what else is wrong with a request, though its check takes longer', async () => {
  const { deps, key } = memoryStore(anAccount());
  const handler = createProvider({ ...deps, getApiKey: async () => undefined });
  for (const body of ['{', '{}']) {
    deps.callerGuard.isRefused = () => false;
    expect((await invoke(handler, { method: 'POST', key, body })).status).toBe(401);
  }
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

captureLogs();
const RUNS = { numRuns: 40 };
const ACCOUNT = anAccountWith([{ slug: 'paystack' }]);
const provider = aProvider({ slug: 'paystack' }).id;
const COLLECTION = aCollection({
  account: ACCOUNT.id,
  expiresInMinutes: 525_600,
  expiresAt: '2999-01-01T00:00:00.000Z',
});
type Store = ReturnType<typeof memoryStore>;

const create = ({ deps }: Store): Handler => createCollection(deps);
const HANDLERS = {
  'create-collection': create,
  'create-provider': ({ deps }: Store): Handler => createProvider(deps),
  'update-provider': ({ deps }: Store): Handler => updateProvider(deps),
  'update-collection': ({ deps }: Store): Handler => updateCollection(deps),
  'pause-follow-ups': ({ deps }: Store): Handler => pauseFollowUps(deps),
  'send-follow-up': ({ deps }: Store): Handler => sendFollowUp(deps),
  'preview-reminder': ({ deps }: Store): Handler => previewReminder(deps),
  'promise-payment': ({ deps }: Store): Handler => promisePayment(deps),
  'reopen-collection': ({ deps }: Store): Handler => reopenCollection(deps),
};
type Name = keyof typeof HANDLERS;
const NAMES = Object.keys(HANDLERS) as Name[];
const REMINDERS: readonly Name[] = ['send-follow-up', 'preview-reminder'];

async function post(name: Name, body: unknown): Promise<Answer> {
  const store = memoryStore(ACCOUNT);
  await store.deps.createCollection(COLLECTION, { nonce: 'n', startSegment: 0 });
  const id = name === 'update-provider' ? provider : COLLECTION.id;
  return invoke(HANDLERS[name](store), { method: 'POST', key: store.key, id, body });
}

function expectPromised(name: Name, { status, body, text }: Answer): void {
  const { success } = OPERATIONS[name];
  // A reminder can be refused for now, and no channel is configured here.
  const expected = [success.status, 400, 413, ...(REMINDERS.includes(name) ? [409] : [])];
  expect(expected, text).toContain(status);
  const schema = status === success.status ? success.schema : ErrorEnvelope;
  expect(z.safeParse(schema, body).error?.issues, text).toBeUndefined();
}

/** Keys and values that have broken parsers before. */
const anEvilText = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  '\u0000',
  '\ud800',
  '\uffff',
  '😀',
);
const aKey = fc.oneof(anEvilText, fc.string());
const anEvilNumber = fc.constantFrom(
  '1e400',
  '-0',
  '1e-400',
  '12345678901234567890',
  '0.1',
  '9007199254740993',
  '-1E+999',
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(anEvilText, fc.string({ unit: anyCharacter }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(aKey, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

describe.each(NAMES)('%s', (name) => {
  it('every endpoint answers any JSON with a documented status, never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (body) => expectPromised(name, await post(name, JSON.stringify(body)))),
      RUNS,
    );
  });

  it('every endpoint answers any text with a documented status, never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (body) => expectPromised(name, await post(name, body))),
      RUNS,
    );
  });
});

describe('create-collection', () => {
  const refs = [
    ...['', 'type', 'reference', 'amount', 'amount.value', 'amount.currency', 'contact', 'contact.firstName'],
    ...['contact.lastName', 'contact.phone', 'contact.email', 'metadata', 'metadata.0', 'metadata.0.description'],
    ...['metadata.0.x', 'expiresIn', 'payable', 'payable.enabled', 'payable.methods', 'payable.methods.0', 'provider'],
    ...['followUp', 'followUp.startAfter', 'followUp.cadence', 'followUp.channels', 'followUp.tone', 'x'],
  ];

  it('a create with any value anywhere in a valid body gets a documented answer', async () => {
    const change = fc.tuple(fc.constantFrom(...refs), anyValue);
    await fc.assert(
      fc.asyncProperty(change, async ([ref, value]) => {
        expectPromised(
          'create-collection',
          await post('create-collection', JSON.stringify(setIn(aFullCreateBody(), ref, value) ?? null)),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('a create with any number at any path gets a documented answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...refs.slice(1)), anEvilNumber, async (ref, number) => {
        const text = JSON.stringify(setIn(aFullCreateBody(), ref, 'NUMBER')).replace('"NUMBER"', number);
        expectPromised('create-collection', await post('create-collection', text));
      }),
      { numRuns: 60 },
    );
  });

  it('a create shows any accepted metadata and reference exactly as they were sent', async () => {
    const metadata = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
      .map((rest) => ({ ...rest, description: 'd' }))
      .filter((sent) => !/"(__proto__|constructor|prototype)":/.test(JSON.stringify(sent)));
    const aReference = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(metadata, aReference, async (sent, reference) => {
        const text = JSON.stringify(aFullCreateBody({ metadata: sent, reference }));
        const answer = await post('create-collection', text);
        expect(answer.status, answer.text).toBe(201);
        expect(answer.body.data).toMatchObject({ reference });
        expect((answer.body.data as { metadata: unknown }).metadata).toEqual(JSON.parse(JSON.stringify(sent)));
      }),
      RUNS,
    );
  });
});
