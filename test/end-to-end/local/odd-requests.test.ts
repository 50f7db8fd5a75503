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
import { useOwnService } from '#test/support/service.ts';

const service = useOwnService();

/** Everything that comes back for these bytes until the service closes; `finished` closes our side behind them. */
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

/** One well-formed request for a target that is written as it is; its answer keeps to the contract. */
async function raw(target: string, { method = 'GET', headers = [] }: Raw = {}) {
  const key = `x-api-key: ${service.keys.owner}`;
  const head = [`${method} ${target} HTTP/1.1`, 'host: x', 'connection: close', key, ...headers, '', ''].join('\r\n');
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
    ['/', 'route_not_found'],
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
  ])('that leads nowhere is answered with 404: %s', async (target, code) => {
    const { status, error } = await raw(target);
    expect([status, error?.code]).toEqual([404, code]);
  });

  it('may end in one slash, and may be sent as to a proxy', async () => {
    expect((await raw('/public/collections/')).status).toBe(200);
    expect((await raw('http://elsewhere.example/public/collections')).status).toBe(200);
    expect((await raw('/public/collections?')).status).toBe(200);
  });

  it('may hold any bytes a request line can', async () => {
    const byte = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    const target = fc.tuple(
      fc.constantFrom('/', '/public/collections/', '/public/providers?'),
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

  it('is refused at the door when it is longer than any header may be, and nothing breaks', async () => {
    expect(await converse(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d /);
    await stillServes();
  });
});

describe('a method', () => {
  it.each(['PROPFIND', 'TRACE', 'PURGE', 'QUERY'])('that nobody uses is answered with 405: %s', async (method) => {
    expect((await raw('/public/collections', { method })).status).toBe(405);
  });
});

describe('headers', () => {
  it('may be many, odd, and repeated', async () => {
    const headers = Array.from({ length: 200 }, (_, at) => `x-${at}: \u00ff${'v'.repeat(20)}`);
    expect((await raw('/public/providers', { headers: [...headers, '__proto__: x', 'constructor: y'] })).status).toBe(
      200,
    );
    expect((await raw('/public/providers', { headers: ['x-api-key: other'] })).status).toBe(401);
  });
});

describe('a body that breaks off', () => {
  const head = (more: string) =>
    `POST /public/collections HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.keys.owner}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;
  const json = JSON.stringify(aCollection());

  it.each([
    ['in the middle of a chunk', 'transfer-encoding: chunked', `fff\r\n${json}`],
    ['after a chunk', 'transfer-encoding: chunked', `${json.length.toString(16)}\r\n${json}\r\n`],
    ['in a chunk without a size', 'transfer-encoding: chunked', `zz\r\n${json}\r\n0\r\n\r\n`],
    ['before its length', `content-length: ${json.length + 10}`, json],
  ])('%s creates nothing, and harms nobody', async (_, header, body) => {
    const { count } = (await listCollections(service.owner)).meta;
    const received = await converse(`${head(header)}${body}`);
    expect(received).not.toMatch(/^HTTP\/1\.1 [25]/);
    expect((await listCollections(service.owner)).meta.count).toBe(count);
  });

  it('is no reason to answer with anything but a refusal when the request line is not HTTP', async () => {
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
  ])('is refused with 400, not repaired: %s %s', async (method, path) => {
    const json = JSON.stringify(aCollection({ reference: '?' }));
    const body = new Uint8Array(Buffer.from(json.replace('?', '\u00ff'), 'latin1'));
    const { error } = await service.owner.send(method, path, { body, headers: { 'content-type': 'application/json' } });
    expect(error?.code).toBe('malformed_json');
  });
});

describe('a body of many megabytes', () => {
  it.each([7, 20])('is refused with 413, still in the envelope: %d MB', async (megabytes) => {
    const body = new Uint8Array(megabytes * 1024 * 1024).fill(0x20);
    const headers = { 'content-type': 'application/json' };
    const { status, error } = await service.owner.send('POST', '/public/collections', { body, headers });
    expect([status, error?.code]).toEqual([413, 'payload_too_large']);
  });
});
