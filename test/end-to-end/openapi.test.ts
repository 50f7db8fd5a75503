/** GET /openapi.json: served without a key, and describes exactly this API. */
import { beforeAll, describe, expect, it } from 'vitest';
import openapi from '#docs/openapi.json' with { type: 'json' };
import { ROUTES } from '#lib/contract/routes.ts';
import { useService } from '#test/support/service.ts';

type Operation = { operationId: string; security?: unknown[]; responses: Record<string, object> };
type Document = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
};

const service = useService();
let document: Document;

beforeAll(async () => {
  document = (await service.anonymous.send('GET', '/openapi.json')).data as Document;
});

const operationOf = (path: string, method: string) => document.paths[path]?.[method.toLowerCase()];

describe('the description of the API', () => {
  it('the served document is OpenAPI 3.1 and names the URL of this service', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.servers).toEqual([{ url: service.baseUrl }]);
  });

  it('the served document equals the one that all answers are checked against, except for the service URL', () => {
    expect({ ...document, servers: openapi.servers }).toEqual(openapi);
  });

  it('the served document has exactly the routes of the service', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => ['get', 'put', 'post', 'patch', 'delete', 'head', 'options'].includes(key))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it.each(ROUTES)('the served document gives $method $path a unique operation id', ({ method, path }) => {
    const names = Object.values(document.paths).flatMap((item) => Object.values(item).map((op) => op.operationId));
    const name = operationOf(path, method)?.operationId;
    expect(name).toMatch(/^[a-z][A-Za-z]+$/);
    expect(names.filter((other) => other === name)).toHaveLength(1);
  });

  it('every reference in the served document points to a schema in it', () => {
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer?.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(target, pointer).toBeTypeOf('object');
    }
  });
});

const CREATES = [
  '/public/collections',
  '/public/collections/{id}/payments',
  '/public/providers',
  '/public/webhook-endpoints',
];
const SUCCESSES: Record<string, string> = {
  ...Object.fromEntries(CREATES.map((path) => [`POST ${path}`, '201'])),
  'POST /public/collections/{id}/follow-ups/send': '202',
  'POST /public/webhook-endpoints/{id}/replay': '202',
};

/** The statuses that requests of this suite receive must be documented for their route. */
describe.each(ROUTES.filter(({ path }) => path.startsWith('/public')))('$method $path', ({ method, path }) => {
  it(`the served document lists every status that ${method} ${path} answers`, () => {
    const isOfCollection = path.startsWith('/public/collections/{id}');
    const expected = [SUCCESSES[`${method} ${path}`] ?? '200', '400', '401'];
    if (path.includes('{id}')) expected.push('403', '404');
    if (CREATES.includes(path) ? method === 'POST' : isOfCollection && method !== 'GET') expected.push('409');
    if (['POST', 'PATCH'].includes(method) && !/\/(resume|ping)$/.test(path)) expected.push('413', '415');
    expect(Object.keys(operationOf(path, method)?.responses ?? {})).toEqual(expect.arrayContaining(expected));
  });

  it(`the served document says that ${method} ${path} needs a key`, () => {
    expect(operationOf(path, method)?.security).not.toEqual([]);
  });
});
