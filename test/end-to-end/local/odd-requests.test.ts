/**
 * Requests that no client library sends. Only against the local run: in a deployment the edge in front of the service
 * refuses or rewrites many of them by itself, each edge in its own way.
 */
import { createConnection } from 'node:net';
import { describe, expect, it } from 'vitest';
import { aCollection } from '#test/end-to-end/requests.ts';
import { checkAnswer } from '#test/support/http-client.ts';
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
});

describe('a method', () => {
  it.each(['PROPFIND', 'TRACE', 'PURGE', 'QUERY'])('the uncommon method %s answers 405', async (method) => {
    expect((await raw('/public/collections', { method })).status).toBe(405);
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
