/** What is answered without a key: the description of the API, and 404, 405 and OPTIONS for every path. */

import { describe, expect, it } from 'vitest';
import { getOpenapi } from '#functions/api/get-openapi.ts';
import { notFound as makeNotFound } from '#functions/api/not-found.ts';
import { CONSOLE_ROUTES, methodsOf, ROUTES } from '#lib/contract/routes.ts';
import { service } from '#test/support/a-service.ts';
import { invoke } from '#test/support/invoke.ts';
import { expectRefusal } from '#test/support/refusal.ts';

const openapi = getOpenapi(service);
const notFound = makeNotFound(service);

describe('GET /openapi.json', () => {
  it('the description of this deployment is answered without a key and outside the envelope', async () => {
    const answer = await invoke(openapi, { resource: '/openapi.json' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://collections.example' }] });
    expect(answer.headers).toMatchObject({
      'x-request-id': 'request-1',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('the description is answered with 304 and no body to who has it, as it is or compressed, and with 200 to others', async () => {
    const { etag = '' } = (await invoke(openapi, {})).headers;
    const withTag = (tag: string) => invoke(openapi, { headers: { 'If-None-Match': tag } });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, text, headers } = await withTag(tag);
      expect([status, text, headers['etag']]).toEqual([304, '', etag]);
    }
    for (const tag of ['', '"other"', etag.slice(1, -1)]) expect((await withTag(tag)).status).toBe(200);
  });

  const RECEIVERS = ['https://example.com/webhooks', 'http://127.0.0.1:4000/'];

  it.each([
    ['https://collections.example', 'https://example.com/webhooks'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:4000/'],
  ])('the description at %s has a receiver that can be set there', async (baseUrl, receiver) => {
    const description = getOpenapi({ ...service, settings: { ...service.settings, baseUrl } });
    const { text } = await invoke(description, {});
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', servers: [{ url: baseUrl }] });
    expect(RECEIVERS.filter((each) => text.includes(`"${each}"`))).toEqual([receiver]);
  });

  it('the description has every route', async () => {
    const { paths } = JSON.parse((await invoke(openapi, {})).text) as { paths: Record<string, object> };
    for (const { path, method } of ROUTES) expect(paths[path]).toHaveProperty(method.toLowerCase());
  });
});

describe('404', () => {
  it.each(['/', '/public', '/public/collection', '/public/collections/', '/{proxy+}', '/public/__proto__'])(
    'the unknown path %s answers 404, for any method and without a key',
    async (resource) => {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD']) {
        const answer = await invoke(notFound, { method, resource });
        expectRefusal(answer, { status: 404, code: 'route_not_found', message: 'Route not found' });
        expect(answer.headers).not.toHaveProperty('allow');
      }
    },
  );
});

describe('405', () => {
  const routes = [...ROUTES, ...CONSOLE_ROUTES];
  const paths = [...new Set(routes.map(({ path }) => path))];

  it.each(paths)('a method that %s does not have answers 405 with the methods it has', async (resource) => {
    const has = routes.filter(({ path }) => path === resource).flatMap(methodsOf);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE'].filter(
      (name) => !has.includes(name),
    )) {
      const answer = await invoke(notFound, { method, resource });
      expectRefusal(answer, {
        status: 405,
        code: 'method_not_allowed',
        message: `Method ${method} is not allowed here`,
      });
      expect(answer.headers['allow']?.split(', ')).toEqual([...has, 'OPTIONS']);
    }
  });

  it.each(paths)('OPTIONS at %s answers 204 with the methods it has', async (resource) => {
    const answer = await invoke(notFound, { method: 'OPTIONS', resource });
    expect([answer.status, answer.text, answer.headers['x-request-id']]).toEqual([204, '', 'request-1']);
    expect(answer.headers['allow']).toMatch(/OPTIONS$/);
  });
});
