/** What functions carry: how much, and nothing that they do not need. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { BUNDLE_OPTIONS, sizeBudget } from '#infra/bundling/options.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import { newApiKey } from '#lib/domain/api-key.ts';
import { invokeBundle } from './invoke-bundle.ts';
import { folder, functions, type Resource } from './template.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const fileOf = ({ Metadata }: Resource): string => join(folder, Metadata['aws:asset:path'], 'index.js');
const bundles = Object.entries(functions).map(([name, resource]) => ({ name, file: fileOf(resource) }));
const bundle = (name: string): string => bundles.find((each) => each.name === name)?.file ?? '';

const request = (operation: string, headers: Record<string, string> = {}) => {
  const route = ROUTES.find((each) => each.operation === operation) ?? { method: 'GET', path: '/nowhere' };
  const several = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  return {
    resource: route.path,
    path: route.path.replace('{id}', 'unknown'),
    httpMethod: route.method,
    headers,
    multiValueHeaders: several,
    pathParameters: route.path.includes('{id}') ? { id: 'unknown' } : null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestContext: { requestId: 'a-request', stage: 'live', path: `/live${route.path}` },
    body: null,
    isBase64Encoded: false,
  };
};

describe('the bundles', () => {
  it('each stay within their budget of size', () => {
    const sizes = bundles.map(({ name, file }) => ({ name, KB: Math.round(statSync(file).size / 1000) }));
    console.table(sizes.toSorted((a, b) => b.KB - a.KB));
    for (const { name, file } of bundles) expect(statSync(file).size, name).toBeLessThanOrEqual(sizeBudget(name));
  });

  it('are made in the same way for the benchmarks and the size report as for the stack', async () => {
    const entryPoints = [join(ROOT, 'functions', 'api', 'get-collection.ts')];
    const { outputFiles } = await build({ ...BUNDLE_OPTIONS, absWorkingDir: ROOT, entryPoints, write: false });
    expect(outputFiles.map(({ text }) => text)).toEqual([readFileSync(bundle('get-collection'), 'utf8')]);
  });

  const guarded = ROUTES.filter(({ path }) => path.startsWith('/public/')).map(({ operation }) => operation);
  it.each(guarded)('%s loads by itself in a fresh process and refuses a caller without a key', async (name) => {
    const answer = await invokeBundle(bundle(name), request(name));
    expect(answer['statusCode']).toBe(401);
    expect(JSON.parse(answer['body'])).toEqual({
      status: 'error',
      message: 'Invalid API key',
      code: 'invalid_api_key',
    });
  });

  it('not-found loads by itself and says 404 in the envelope', async () => {
    const answer = await invokeBundle(bundle('not-found'), request('nowhere'));
    expect(answer['statusCode']).toBe(404);
    expect(JSON.parse(answer['body'])).toMatchObject({ status: 'error', code: 'route_not_found' });
  });

  it('get-openapi loads by itself and describes every path', async () => {
    const answer = await invokeBundle(bundle('get-openapi'), request('get-openapi'));
    expect(answer['statusCode']).toBe(200);
    const { paths } = JSON.parse(answer['body']);
    for (const { path, method } of ROUTES) expect(paths[path]).toHaveProperty(method.toLowerCase());
  });

  it('relay loads by itself and has nothing to complain of in an empty batch', async () => {
    expect(await invokeBundle(bundle('relay'), { Records: [] })).toEqual({ batchItemFailures: [] });
  });

  it('unsubscribe loads by itself and shows a page to whoever comes with a wrong token', async () => {
    const answer = await invokeBundle(bundle('unsubscribe'), { ...request('nowhere'), pathParameters: { token: 'x' } });
    expect(answer['statusCode']).toBe(404);
    expect(answer['body']).toMatch(/^<!doctype html>/i);
  });

  it('follow-up loads by itself, all its channels included, and refuses what is no collection', async () => {
    await expect(invokeBundle(bundle('follow-up'), { collection: 'x' })).rejects.toThrow('not the id of a collection');
  });

  it.each([
    ['record-receipt', { source: 'aws.elsewhere', detail: {} }],
    ['receive-reply', { Records: [] }],
  ])('%s loads by itself and lets pass what is not for it', async (name, event) => {
    expect(await invokeBundle(bundle(name), event)).toBeNull();
  });

  it("sign with the credentials that Lambda puts into the environment, the session's token included", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const server = createServer((incoming, answer) => {
      seen.push(incoming.headers);
      answer.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const key = newApiKey('live', 'a'.repeat(10), randomBytes);
    const answer = await invokeBundle(bundle('get-collection'), request('get-collection', { 'x-api-key': key }), {
      AWS_ENDPOINT_URL_DYNAMODB,
    });
    const swept = await invokeBundle(bundle('sweep'), {}, { AWS_ENDPOINT_URL_DYNAMODB });
    server.close();
    expect(answer['statusCode']).toBe(401);
    expect(swept).toEqual({ swept: 0 });
    expect(seen.length).toBeGreaterThan(0);
    for (const headers of seen) {
      expect(headers['x-amz-security-token']).toBe('a-session-token');
      expect(headers.authorization).toMatch(/Credential=AKIDEXAMPLE\/\d+\/eu-west-1\/dynamodb\/aws4_request/);
      expect(headers.authorization).toContain('x-amz-security-token');
    }
  });
});
