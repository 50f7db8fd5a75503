/** The rules that every route follows: keys, methods, bodies, and the order of its refusals. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { allowedMethods, ROUTES } from '#lib/contract/routes.ts';
import { createClient, type Sent } from '#test/support/http-client.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, aProvider, createCollection, createProvider } from './requests.ts';

const service = useService();
/** A deployed service accepts no receiver on this machine, so there is no webhook endpoint. */
const ids: Record<string, string> = { 'webhook-endpoints': 'whe_nobody', attention: 'att_nobody' };

beforeAll(async () => {
  const { id, contact } = await createCollection(service.owner);
  ids['collections'] = id;
  ids['customers'] = contact.id;
  ids['providers'] = (await createProvider(service.owner)).id;
});

/** The path with the id of an existing collection or provider. */
const pathOf = (resource: string): string => resource.replace('{id}', ids[resource.split('/')[2] ?? ''] ?? '');

const ROUTES_WITH_KEY = ROUTES.filter(({ path }) => path.startsWith('/public'));
const ROUTES_WITH_BODY = ROUTES_WITH_KEY.filter(({ operation }) => OPERATIONS[operation].body !== undefined);
const RESOURCES = [...new Set(ROUTES.map(({ path }) => path))];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const JSON_TYPE = { 'content-type': 'application/json' };
const big = (bytes: number) => JSON.stringify(aCollection()).padEnd(bytes, ' ');

/** A path says which text it is of. */
const namedIn = (path: string): string =>
  path.replace('{language}', 'en').replace('{channel}', 'sms').replace('{kind}', 'gentle');

describe.each(ROUTES_WITH_KEY)('$method $path', ({ method, path }) => {
  const body = method === 'GET' ? {} : { json: {} };

  it(`${method} ${path} answers 401 to a request without a key`, async () => {
    const { status, error } = await service.anonymous.send(method, pathOf(path), body);
    expect([status, error?.message]).toEqual([401, 'Invalid API key']);
  });

  it(`${method} ${path} answers 401 to every unknown or malformed key`, async () => {
    const { owner } = service.keys;
    const last = owner.endsWith('a') ? 'b' : 'a';
    const otherLetter = `${owner.slice(0, -1)}${last}`;
    const wrong = ['', 'x', '__proto__', owner.slice(0, -1), `${owner}a`, otherLetter, owner.toUpperCase()];
    const otherMode = owner.replace(/_(?:test|live)_/, (mode) => (mode === '_test_' ? '_live_' : '_test_'));
    for (const key of [...wrong, `Bearer ${owner}`, otherMode, 'k'.repeat(4_000)]) {
      const { status, error } = await createClient(service.baseUrl, key).send(method, pathOf(path), body);
      expect([key, status, error?.message]).toEqual([key, 401, 'Invalid API key']);
    }
  });

  it(`${method} ${path} takes the key from the x-api-key header only`, async () => {
    const headers = { authorization: `Bearer ${service.keys.owner}`, cookie: `x-api-key=${service.keys.owner}` };
    const target = `${pathOf(path)}?x-api-key=${service.keys.owner}`;
    expect((await service.anonymous.send(method, target, { ...body, headers })).status).toBe(401);
  });

  it(`${method} ${path} answers 400 to an unknown query parameter`, async () => {
    const { status, error } = await service.owner.send(method, `${pathOf(path)}?colour=red`, body);
    expect(status).toBe(400);
    expect(error?.errors?.map((fault) => fault.path)).toContain('colour');
  });

  it.skipIf(method === 'GET')(`${method} ${path} answers 400 to an unknown field`, async () => {
    const { status, error } = await service.owner.send(method, pathOf(path), { json: { colour: 'red' } });
    expect(status).toBe(400);
    expect(error?.errors?.map((fault) => fault.path)).toContain('colour');
  });

  it(`the answer of ${method} ${path} forbids caching and content sniffing`, async () => {
    const { headers } = await service.owner.send(method, pathOf(path), body);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe.each(ROUTES_WITH_BODY)('the body of $method $path', ({ method, path }) => {
  const send = (sent: Sent, client = service.owner) => client.send(method, pathOf(path), sent);

  it.each(['{', '{"a":1', '{"a":1}}', "{'a':1}", 'undefined', 'NaN', '\u0000', '[1,]'])(
    `${method} ${path} answers 400 malformed_json to the body %j`,
    async (body) => {
      const { status, error } = await send({ body, headers: JSON_TYPE });
      expect(status).toBe(400);
      expect(error?.code).toBe('malformed_json');
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json', '*/*'])(
    `${method} ${path} answers 415 to a body of type %s`,
    async (type) => {
      const { status } = await send({ body: '{}', headers: { 'content-type': type } });
      expect(status).toBe(415);
    },
  );

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])(
    `${method} ${path} reads a body of type %s`,
    async (type) => {
      const { error } = await send({ body: '[]', headers: { 'content-type': type } });
      expect(error?.code).toBe('validation_failed');
    },
  );

  it(`${method} ${path} answers 415 to a body with a content-encoding`, async () => {
    const body = gzipSync(JSON.stringify({ colour: 'red' }));
    const { status } = await send({ body, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } });
    expect(status).toBe(415);
  });

  const largest = (path === '/public/account/logo' ? 256 : 64) * 1024;

  it(`${method} ${path} reads a body of ${largest} bytes, and answers 413 to a larger one`, async () => {
    expect((await send({ body: big(largest + 1), headers: JSON_TYPE })).status).toBe(413);
    expect((await send({ body: big(largest), headers: JSON_TYPE })).status).not.toBe(413);
    expect((await send({ body: `{"a":"${'ü'.repeat(largest / 2)}"}`, headers: JSON_TYPE })).status).toBe(413);
  });

  it(`${method} ${path} checks key, size, type and form in this order, before it looks up the named resource`, async () => {
    const unknown = path.replace('{id}', 'nobody');
    const tooBig = { body: big(largest + 5_000), headers: { 'content-type': 'text/plain' } };
    expect((await send(tooBig, service.anonymous)).status).toBe(401);
    expect((await service.owner.send(method, unknown, tooBig)).status).toBe(413);
    expect((await service.owner.send(method, unknown, { ...tooBig, body: '{' })).status).toBe(415);
    expect((await service.owner.send(method, unknown, { body: '{', headers: JSON_TYPE })).status).toBe(400);
    expect((await service.other.send(method, pathOf(path), { json: { colour: 'red' } })).status).toBe(400);
  });

  it(`${method} ${path} answers to a request without a body as to an object without fields`, async () => {
    const unknown = namedIn(path).replace('{id}', 'nobody');
    const [none, empty] = await Promise.all(
      [{}, { json: {} }].map((sent) => service.owner.send(method, unknown, sent)),
    );
    expect([none?.status, none?.error?.code === 'malformed_json']).toEqual([empty?.status, empty?.status === 400]);
  });
});

describe.each(RESOURCES)('%s', (resource) => {
  const allow = [...allowedMethods(resource), 'OPTIONS'].toSorted();
  const allowOf = (headers: Headers) => headers.get('allow')?.split(', ').toSorted();

  it.each(METHODS.filter((method) => !allowedMethods(resource).includes(method)))(
    `${resource} answers 405 to %s, with or without a key, and lists its methods in Allow`,
    async (method) => {
      for (const client of [service.anonymous, service.owner]) {
        const { status, headers, error } = await client.send(method, pathOf(resource));
        expect([status, error?.code, allowOf(headers)]).toEqual([405, 'method_not_allowed', allow]);
      }
    },
  );

  it(`${resource} answers HEAD as GET, without the body, or 405`, async () => {
    for (const client of [service.anonymous, service.owner]) {
      const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => client.send(method, pathOf(resource))));
      expect([head?.status, head?.text]).toEqual([get?.status, '']);
      if (head?.status === 405) expect(allowOf(head.headers)).toEqual(allow);
      else expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type'));
    }
  });

  it(`${resource} answers 204 to OPTIONS without a key`, async () => {
    const { status, headers } = await service.anonymous.send('OPTIONS', pathOf(resource));
    expect([status, allowOf(headers)]).toEqual([204, allow]);
  });
});

describe('a path that no route has', () => {
  it.each([
    '/public',
    '/public/nothing',
    '/public/collections/x/y',
    '/public/collections/x/status/y',
    '/Public/collections',
  ])('the unknown path %s answers 404 to every method, with or without a key', async (path) => {
    for (const method of [...METHODS, 'OPTIONS']) {
      for (const client of [service.anonymous, service.owner]) {
        const { status, error } = await client.send(method, path);
        expect([method, status, error?.code]).toEqual([method, 404, 'route_not_found']);
      }
    }
  });
});

it('a provider is created from its name and slug alone', async () => {
  expect((await createProvider(service.other, aProvider())).enabled).toBe(true);
});
