/** Requests to providers: limits of time and size, no redirects, no secrets in errors. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { callProvider } from '#lib/payment/call-provider.ts';
import type { Call } from '#lib/payment/port.ts';
import { crowdedPort } from '#test/channels/unreachable.ts';
import { startStubProvider } from './stub-provider.ts';

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
  await expect(get(callProvider(-5))).rejects.toThrow('timeout');
  expect(stub.received).toEqual([]);
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
