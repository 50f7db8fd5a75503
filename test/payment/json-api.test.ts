/**
 * Requests to a JSON API: paths and queries are written safely, and refusals become failures with a reason.
 * Requests to providers: limits of time and size, no redirects, no secrets in errors.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callProvider, hasEnded, jsonApi, orIfUnknown, pathPart, query, refusal } from '#lib/payment/call-provider.ts';
import { nextPage, pageNumber, rowsByTransaction } from '#lib/payment/pages.ts';
import { type Call, ProviderFailure } from '#lib/payment/port.ts';
import { crowdedPort } from '#test/channels/stub-aws.ts';
import { startStubProvider } from './stub-provider.ts';

describe('paths and queries', () => {
  it('a name becomes one part of a path, whatever it contains', () => {
    expect(pathPart('MNFY|1/2?x#y %')).toBe('MNFY%7C1%2F2%3Fx%23y%20%25');
    expect(pathPart('...')).toBe('...');
  });

  it.each(['.', '..'])('nothing has the name %j, which would lead to another path', (name) => {
    expect(() => pathPart(name)).toThrow('not_found');
  });

  it('a query leaves out what is undefined, and escapes the rest', () => {
    expect(query({ from: '2026-03-02T00:00:00.000Z', page: 0, next: undefined, status: 'a&b' })).toBe(
      'from=2026-03-02T00%3A00%3A00.000Z&page=0&status=a%26b',
    );
  });

  it('a request without a body sends none, and no content type', async () => {
    const sent: object[] = [];
    const ask = jsonApi({
      token: 'sk',
      call: async (request) => {
        sent.push(request);
        return { status: 200, json: {} };
      },
      isYes: () => true,
      explain: () => ({}),
    });
    await ask('DELETE', 'https://api.example/1');
    expect(sent).toEqual([{ method: 'DELETE', url: 'https://api.example/1', headers: { authorization: 'Bearer sk' } }]);
  });
});

describe('refusals', () => {
  it.each([
    ['unauthorized', 401, 'Invalid key'],
    ['unauthorized', 403, 'Duplicate reference'],
    ['taken', 400, 'Duplicate Transaction Reference'],
    ['taken', 422, 'Invoice with this reference already exists.'],
    ['not_found', 404, ''],
    ['not_found', 400, 'No transaction was found for this id'],
    ['already_ended', 400, 'Payment link is inactive'],
    ['already_ended', 422, 'Invoice already paid'],
    ['already_ended', 422, 'Invoice has already been cancelled'],
    ['already_ended', 400, 'Link already disabled'],
    ['refused', 400, 'Amount is too small'],
  ])('a refusal is %s when its status is %i and it says %j', (reason, status, message) => {
    expect(refusal(status, { message }).reason).toBe(reason);
  });

  it('a refusal keeps the code of a provider, if it is one', () => {
    expect(refusal(400, { code: 'amount_too_small' }).reason).toBe('amount_too_small');
    expect(refusal(400, { code: 'ada@example.com' }).reason).toBe('refused');
  });

  it('what a provider does not know or has ended is payable no more', () => {
    expect(['not_found', 'already_ended'].map((reason) => hasEnded(new ProviderFailure(reason)))).toEqual([true, true]);
    expect([new ProviderFailure('busy'), new Error('not_found'), undefined].map(hasEnded)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('only an unknown object is replaced', async () => {
    expect(await orIfUnknown(Promise.reject(new ProviderFailure('not_found')), 7)).toBe(7);
    expect(await orIfUnknown(Promise.resolve(8), 7)).toBe(8);
    await expect(orIfUnknown(Promise.reject(new ProviderFailure('busy')), 7)).rejects.toThrow('busy');
    await expect(orIfUnknown(Promise.reject(new Error('not_found')), 7)).rejects.toThrow('not_found');
  });
});

describe('pages', () => {
  const rows = ['a', 'b'];

  it.each([
    [{ number: 1, rows, last: 2, size: 10 }, { next: '2' }],
    [{ number: 2, rows, last: 2, size: 2 }, {}],
    [{ number: 0, rows, last: 0, size: 2 }, {}],
    [{ number: 1, rows, last: undefined, size: 2 }, { next: '2' }],
    [{ number: 1, rows, last: null, size: 3 }, {}],
    [{ number: 1, rows: [], last: 9, size: 2 }, {}],
  ])('after the page %j comes %j', (page, next) => {
    expect(nextPage(page)).toEqual(next);
  });

  it('the number of a page is the first one, or one that we gave', () => {
    expect([pageNumber(undefined, 1), pageNumber(undefined, 0), pageNumber('123456', 0)]).toEqual([1, 0, 123_456]);
    for (const next of ['', '-1', '1.5', '1&x=2', '1234567'])
      expect(() => pageNumber(next, 1)).toThrow('malformed_answer');
  });

  it('rows are grouped by the transaction that they name, in their order', () => {
    const groups = rowsByTransaction(['a1', 'b1', '-', 'a2'], (row) => (row === '-' ? undefined : String(row)[0]));
    expect(groups).toEqual([
      ['a', ['a1', 'a2']],
      ['b', ['b1']],
    ]);
  });
});

let stub: Awaited<ReturnType<typeof startStubProvider>>;

beforeAll(async () => {
  stub = await startStubProvider();
});

beforeEach(() => {
  stub.received.length = 0;
});

const get = (call: Call, path = '/') => call({ method: 'GET', url: `${stub.url}${path}` });

it('callProvider returns the status of an answer with its JSON body, or without a body that is not JSON', async () => {
  stub.answer = ({ path }) => ({ status: path === '/no' ? 422 : 201, body: { path } });
  expect(await get(callProvider(1_000), '/yes')).toEqual({ status: 201, json: { path: '/yes' } });
  expect(await get(callProvider(1_000), '/no')).toEqual({ status: 422, json: { path: '/no' } });
  stub.answer = () => ({ status: 404, text: '<html>Not here</html>' });
  expect(await get(callProvider(1_000))).toEqual({ status: 404, json: undefined });
});

it('callProvider sends the body and the headers unchanged, and keeps no connection', async () => {
  stub.answer = () => ({ status: 200, body: {} });
  await callProvider(1_000)({
    method: 'POST',
    url: `${stub.url}/a?b=c`,
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: '{"a":"ü"}',
  });
  expect(stub.received[0]).toMatchObject({
    method: 'POST',
    path: '/a?b=c',
    raw: '{"a":"ü"}',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json', connection: 'close' },
  });
});

it('callProvider applies one time limit to all calls together', async () => {
  const call = callProvider(400);
  stub.answer = () => ({ status: 200, body: {} });
  await get(call);
  await new Promise((resolve) => setTimeout(resolve, 300));
  stub.answer = () => 'silence';
  const started = performance.now();
  await expect(get(call)).rejects.toThrow('timeout');
  expect(performance.now() - started).toBeLessThan(300);
});

it('callProvider makes no request after its time limit', async () => {
  await expect(callProvider(-5)({ method: 'GET', url: `${stub.url}/too-late` })).rejects.toThrow('timeout');
  // A request that another test gave up may still arrive.
  expect(stub.received.map(({ path }) => path)).not.toContain('/too-late');
});

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ['-1', undefined],
  ['', undefined],
  [undefined, undefined],
])('of a 429 with Retry-After %j, callProvider says to wait for %s ms', async (retryAfter, retryAfterMs) => {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  stub.answer = () => ({ status: 429, body: {}, headers });
  await expect(get(callProvider(2_000))).rejects.toMatchObject({ reason: 'busy', retryAfterMs });
});

it('callProvider stops at its time limit when no connection is made', async () => {
  const url = await crowdedPort();
  await expect(callProvider(200)({ method: 'GET', url })).rejects.toThrow('timeout');
});

it('callProvider stops at its time limit when only half an answer arrives', async () => {
  stub.answer = () => 'half an answer';
  await expect(get(callProvider(200))).rejects.toThrow('timeout');
});

it('callProvider follows no redirect', async () => {
  stub.answer = ({ path }) =>
    path === '/'
      ? { status: 302, text: '', headers: { location: `${stub.url}/elsewhere` } }
      : { status: 200, body: {} };
  await expect(get(callProvider(1_000))).rejects.toThrow('malformed_answer');
  expect(stub.received).toHaveLength(1);
});

it('callProvider reads one megabyte of an answer at most', async () => {
  stub.answer = ({ path }) => ({ status: 200, text: JSON.stringify('x'.repeat(Number(path.slice(1)) - 2)) });
  expect(await get(callProvider(2_000), '/1000000')).toMatchObject({ status: 200 });
  await expect(get(callProvider(2_000), '/1000001')).rejects.toThrow('malformed_answer');
});

it('an error of callProvider reveals neither the address nor the headers nor the cause', async () => {
  const url = 'http://nowhere.invalid:1/secret-path';
  const failed = callProvider(2_000)({ method: 'GET', url, headers: { authorization: 'Bearer secret' } });
  const error = await failed.catch((reason: unknown) => reason as Error);
  expect(error).toMatchObject({ reason: 'unreachable', message: 'the provider failed: unreachable' });
  expect(JSON.stringify([error, (error as Error).cause, (error as Error).message])).not.toMatch(/secret|nowhere/);
});
