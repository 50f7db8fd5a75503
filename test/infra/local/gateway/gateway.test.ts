/**
 * The HTTP side of the local run: the events it passes to functions, and the requests it survives.
 * How the invocations of a local run share its machine.
 */
import { connect } from 'node:net';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerRequest, takingTurns } from '#infra/local/gateway/answer-request.ts';
import { type ApiHandler, createInFlight } from '#infra/local/gateway/invoke.ts';
import type { Handlers } from '#infra/local/gateway/match-route.ts';
import { type LocalServer, startServer } from '#infra/local/gateway/server.ts';

let server: LocalServer;
let seen: { function: string; event: APIGatewayProxyEvent }[] = [];
let behave: ApiHandler;

beforeAll(async () => {
  const handlerOf =
    (name: string): ApiHandler =>
    (event, context) => {
      seen.push({ function: name, event });
      return behave(event, context);
    };
  const names = [
    'create-collection',
    'get-collection',
    'list-collections',
    'update-collection-status',
    'preview-follow-ups',
    'unsubscribe',
    'not-found',
  ];
  const handlers = new Map(names.map((name) => [name, handlerOf(name)])) as unknown as Handlers;
  const localCall = async () => ({ statusCode: 200, body: '{}' });
  server = await startServer(
    0,
    answerRequest({ handlers, localCall, inFlight: createInFlight(), afterWrite: () => {} }),
  );
});
beforeEach(() => {
  seen = [];
  behave = async () => ({ statusCode: 200, body: 'ok' });
});
afterAll(() => server.close());

const get = (path: string, init?: RequestInit) => fetch(server.baseUrl + path, init);

it('a function gets the event that a REST API sends', async () => {
  const headers = { 'X-Twice': 'last', 'content-type': 'application/json' };
  await get('/public/collections/pay_%20x?page=1&page=2&q=a%20b', { headers });
  expect(seen[0]).toMatchObject({
    function: 'get-collection',
    event: {
      resource: '/public/collections/{id}',
      path: '/public/collections/pay_%20x',
      httpMethod: 'GET',
      pathParameters: { id: 'pay_ x' },
      queryStringParameters: { page: '2', q: 'a b' },
      multiValueQueryStringParameters: { page: ['1', '2'], q: ['a b'] },
      body: null,
      isBase64Encoded: false,
      requestContext: {
        stage: 'local',
        path: '/local/public/collections/pay_%20x',
        identity: { sourceIp: '127.0.0.1' },
      },
    },
  });
  expect(seen[0]?.event.requestContext.requestId).toMatch(/^[0-9a-f-]{36}$/);
  await get('/public/collections');
  expect(seen[1]?.event).toMatchObject({ pathParameters: null, queryStringParameters: null });
});

it.each([
  ['POST', '/public/collections', 'create-collection', '/public/collections'],
  ['GET', '/public/collections/', 'list-collections', '/public/collections'],
  ['PATCH', '/public/collections/a/status', 'update-collection-status', '/public/collections/{id}/status'],
  ['DELETE', '/public/collections/a', 'not-found', '/public/collections/{id}'],
  ['GET', '/public/collections//status', 'not-found', '/{proxy+}'],
  ['GET', '/public/collections/a/b/c', 'not-found', '/{proxy+}'],
  ['GET', '/u/token', 'unsubscribe', '/u/{token}'],
  ['POST', '/u/token', 'unsubscribe', '/u/{token}'],
  ['DELETE', '/u/token', 'not-found', '/u/{token}'],
  ['POST', '/public/follow-ups/preview', 'preview-follow-ups', '/public/follow-ups/preview'],
  ['POST', '/', 'not-found', '/'],
])('%s %s goes to the function %s', async (method, path, expected, resource) => {
  await get(path, { method });
  expect(seen).toMatchObject([{ function: expected, event: { resource } }]);
});

it('a body is passed on in base64, as the deployed gateway does that takes all types for binary', async () => {
  await get('/public/collections', { method: 'POST', body: '{"a":"ß"}' });
  await get('/public/collections', { method: 'POST', body: new Uint8Array([0xff, 0xfe]) });
  expect(seen.map(({ event }) => [event.body, event.isBase64Encoded])).toEqual([
    ['eyJhIjoiw58ifQ==', true],
    ['//4=', true],
  ]);
});

it('the client gets the status, headers and body of the function', async () => {
  behave = async () => ({
    statusCode: 201,
    headers: { location: '/x' },
    multiValueHeaders: { via: ['a', 'b'] },
    body: '{}',
  });
  const response = await get('/public/collections');
  expect([response.status, response.headers.get('location'), response.headers.get('via')]).toEqual([201, '/x', 'a, b']);
});

it.each([
  ['throws', () => Promise.reject(new Error('secret inside'))],
  [
    'throws at once',
    () => {
      throw new Error('secret inside');
    },
  ],
  ['returns nothing', async () => undefined as never],
])(
  'when a function %s, the client gets a 500 in the envelope, with a request id',
  async (_how, handler: ApiHandler) => {
    behave = handler;
    const response = await get('/public/collections');
    expect(response.status).toBe(500);
    expect(response.headers.get('x-request-id')).toMatch(/./);
    expect(await response.json()).toEqual({
      status: 'error',
      message: 'Internal server error',
      code: 'internal_error',
    });
  },
);

const { promise: never } = Promise.withResolvers<never>();
const speak = async (text: string): Promise<string> => {
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  socket.on('error', () => {}).end(text);
  let said = '';
  for await (const chunk of socket.setEncoding('utf8')) said += chunk;
  return said;
};

it('the gateway survives malformed HTTP and clients that go away', async () => {
  expect(await speak('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400/);
  expect(await speak('GET http://elsewhere/public/collections?page=3 HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(
    /^HTTP\/1.1 200/,
  );
  expect(seen.at(-1)).toMatchObject({ function: 'list-collections', event: { queryStringParameters: { page: '3' } } });
  await speak('POST /public/collections HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nhalf');
  behave = () => never;
  await expect(get('/public/collections', { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  behave = async () => ({ statusCode: 200, body: '' });
  expect((await get('/public/collections')).status).toBe(200);
});

it.each([
  ['gzip, deflate, br', 'gzip'],
  ['br;q=1, gzip;q=0.8', 'gzip'],
  ['gzip;q=0', null],
  ['identity', null],
])(
  'a long answer to a client that accepts %s is compressed as the gateway compresses it, a short one is not',
  async (accepted, coding) => {
    const headers = { 'accept-encoding': accepted };
    for (const [body, expected] of [
      ['long '.repeat(300), coding],
      ['short', null],
    ] as const) {
      behave = async () => ({ statusCode: 200, body });
      const response = await get('/public/collections', { headers });
      expect(response.headers.get('content-encoding')).toBe(expected);
      expect(await response.text()).toBe(body);
    }
  },
);

const FOR_EVER_MS = 60_000;

/** Work that ends when it is told to, and what has started. */
function works() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      started.push(name);
      ends.set(name, resolve);
    });
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it('at most so many are at work at once, and the next in line starts when one has ended', async () => {
  const { started, work, end } = works();
  const takeTurn = takingTurns({ max: 2, longMs: FOR_EVER_MS });
  const all = ['a', 'b', 'c', 'd'].map((name) => takeTurn(undefined, work(name)));
  await settled();
  expect(started).toEqual(['a', 'b']);
  end('b');
  await all[1];
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);
});

it('those that change the same thing go one after another, and others pass them', async () => {
  const { started, work, end } = works();
  const takeTurn = takingTurns({ max: 2, longMs: FOR_EVER_MS });
  const turns = [takeTurn('x', work('a')), takeTurn('x', work('b')), takeTurn('y', work('c'))];
  await settled();
  expect(started).toEqual(['a', 'c']);
  end('a');
  await turns[0];
  await settled();
  expect(started).toEqual(['a', 'c', 'b']);
});

it('one that hangs, or fails, holds up nobody', async () => {
  const { started, work } = works();
  const takeTurn = takingTurns({ max: 1, longMs: 1 });
  void takeTurn('x', work('hangs'));
  await expect(takeTurn('x', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  void takeTurn('x', work('next'));
  await settled();
  expect(started).toEqual(['hangs', 'next']);
});
