/**
 * Requests that no client library sends. Only against the local run: in a deployment the edge in front of the service
 * refuses or rewrites many of them by itself, each edge in its own way.
 */
import { createConnection } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCollection, listCollections } from '#test/end-to-end/requests.ts';
import { checkAnswer } from '#test/support/http-client.ts';
import { times } from '#test/support/repetitions.ts';
import { useService } from '#test/support/service.ts';

const service = useService();

/** Sends these bytes and returns everything received until the service closes; `finished` closes our side after them. */
async function converse(bytes: string | Buffer, { finished = true } = {}): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = createConnection({ host: hostname, port: Number(port) });
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => resolve(received));
  socket.write(bytes);
  if (finished) socket.end();
  return promise;
}

type Raw = { method?: string; headers?: string[] };

/** Sends a well-formed request with the target unchanged; fails when the answer breaks the contract. */
async function raw(target: string, { method = 'GET', headers = [] }: Raw = {}) {
  const key = `x-api-key: ${service.keys.owner}`;
  const head = [`${method} ${target} HTTP/1.1`, 'host: localhost', 'connection: close', key, ...headers, '', ''].join(
    '\r\n',
  );
  const received = await converse(head, { finished: false });
  const [top = '', ...rest] = received.split('\r\n\r\n');
  const [first = '', ...lines] = top.split('\r\n');
  const entries = lines.map((line): [string, string] => [
    line.split(': ', 1)[0] ?? '',
    line.slice(line.indexOf(': ') + 2),
  ]);
  const answer = { status: Number(first.split(' ')[1]), headers: new Headers(entries), text: rest.join('\r\n\r\n') };
  return { ...answer, ...checkAnswer(method, target.replace(/^https?:\/\/[^/]*/, ''), answer) };
}

const stillServes = async () => expect((await raw('/public/providers')).status).toBe(200);

describe('a path', () => {
  it.each([
    ['//', 'route_not_found'],
    ['//public/collections', 'route_not_found'],
    ['/public//collections', 'route_not_found'],
    ['/public/collections//', 'route_not_found'],
    ['/public/collections/../providers', 'route_not_found'],
    ['/%zz', 'route_not_found'],
    ['/%', 'route_not_found'],
    ['/%00', 'route_not_found'],
    ['/public%2Fcollections', 'route_not_found'],
    ['/__proto__', 'route_not_found'],
    ['/public/collections/%zz', 'collection_not_found'],
    ['/public/collections/%00', 'collection_not_found'],
    ['/public/collections/..', 'collection_not_found'],
    ['/public/collections/a%2Fb', 'collection_not_found'],
    ['/public/collections/%F0%9F%91%9F', 'collection_not_found'],
    ['/public/providers/%E0%A4%A', 'provider_not_found'],
    [`/public/collections/${'x'.repeat(8_000)}`, 'collection_not_found'],
    [`/${'x/'.repeat(4_000)}`, 'route_not_found'],
    ['*', 'route_not_found'],
  ])('the unknown path %s answers 404', async (target, code) => {
    const { status, error } = await raw(target);
    expect([status, error?.code]).toEqual([404, code]);
  });

  it('a path may end in one slash, and may be sent as an absolute URL', async () => {
    expect((await raw('/public/collections/')).status).toBe(200);
    expect((await raw('http://elsewhere.example/public/collections')).status).toBe(200);
    expect((await raw('/public/collections?')).status).toBe(200);
  });

  it('a path of any bytes that a request line allows never answers a 5xx', async () => {
    const byte = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    const target = fc.tuple(
      fc.constantFrom('/x', '/public/collections/', '/public/providers?'),
      fc.string({ unit: byte }),
    );
    await fc.assert(
      fc.asyncProperty(target, async ([start, rest]) => {
        const { status } = await raw(`${start}${rest}`);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: times(200) },
    );
  });

  it('a path that is longer than a header may be answers 4xx, and the service keeps serving', async () => {
    expect(await converse(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    );
    await stillServes();
  });
});

describe('a method', () => {
  it.each(['PROPFIND', 'TRACE', 'PURGE', 'QUERY'])('the uncommon method %s answers 405', async (method) => {
    expect((await raw('/public/collections', { method })).status).toBe(405);
  });
});

describe('headers', () => {
  it('a request may have many odd headers, and a repeated API key answers 401', async () => {
    const headers = Array.from({ length: 200 }, (_, at) => `x-${at}: \u00ff${'v'.repeat(20)}`);
    expect((await raw('/public/providers', { headers: [...headers, '__proto__: x', 'constructor: y'] })).status).toBe(
      200,
    );
    expect((await raw('/public/providers', { headers: ['x-api-key: other'] })).status).toBe(401);
  });
});

describe('a body that breaks off', () => {
  const head = (more: string) =>
    `POST /public/collections HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${service.keys.owner}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;
  const json = JSON.stringify(aCollection());

  it.each([
    ['in the middle of a chunk', 'transfer-encoding: chunked', `fff\r\n${json}`],
    ['after a chunk', 'transfer-encoding: chunked', `${json.length.toString(16)}\r\n${json}\r\n`],
    ['in a chunk without a size', 'transfer-encoding: chunked', `zz\r\n${json}\r\n0\r\n\r\n`],
    ['before its length', `content-length: ${json.length + 10}`, json],
  ])('a body that breaks off %s creates nothing', async (_, header, body) => {
    const { count } = (await listCollections(service.owner)).meta;
    const received = await converse(`${head(header)}${body}`);
    expect(received).not.toMatch(/^HTTP\/1\.1 [25]/);
    expect((await listCollections(service.owner)).meta.count).toBe(count);
  });

  it('bytes that are not HTTP are refused, and the service keeps serving', async () => {
    for (const bytes of ['\r\n\r\n\r\n', 'GET\r\n\r\n', '\u0000\u0001', 'GET / HTTP/9.9\r\n\r\n']) {
      expect(await converse(bytes)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    }
    await stillServes();
  });
});

describe('a body that is not UTF-8', () => {
  it.each([
    ['POST', '/public/collections'],
    ['PATCH', '/public/collections/x/status'],
    ['POST', '/public/providers'],
    ['PATCH', '/public/providers/x'],
  ])('a body that is not UTF-8 answers 400 instead of being repaired: %s %s', async (method, path) => {
    const json = JSON.stringify(aCollection({ reference: '?' }));
    const body = new Uint8Array(Buffer.from(json.replace('?', '\u00ff'), 'latin1'));
    const { error } = await service.owner.send(method, path, { body, headers: { 'content-type': 'application/json' } });
    expect(error?.code).toBe('malformed_json');
  });
});

describe('a body of many megabytes', () => {
  it.each([7, 20])('a body of %d MB answers 413 in the envelope', async (megabytes) => {
    const body = new Uint8Array(megabytes * 1024 * 1024).fill(0x20);
    const headers = { 'content-type': 'application/json' };
    const { status, error } = await service.owner.send('POST', '/public/collections', { body, headers });
    expect([status, error?.code]).toEqual([413, 'payload_too_large']);
  });
});
