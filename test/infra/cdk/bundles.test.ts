/** What functions carry: how much, and nothing that they do not need. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundle } from '#infra/bundling/bundle.ts';
import { budgetOf, sizesOf } from '#infra/bundling/sizes.ts';
import { CONSOLE_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { newApiKey } from '#lib/domain/checked-token.ts';
import { invokeBundle, invokeInTurn, request } from './invoke-bundle.ts';
import { bundleFolder, functions } from './template.ts';

const bundles = Object.entries(functions).map(([name, resource]) => ({ name, bundle: bundleFolder(resource) }));
const bundleOf = (name: string): string => bundles.find((each) => each.name === name)?.bundle ?? '';

const contentsOf = (bundle: string): Record<string, string> =>
  Object.fromEntries(readdirSync(bundle).map((name) => [name, readFileSync(join(bundle, name), 'utf8')]));

describe('the bundles', () => {
  it('each stay within the budget, at their start and in all', () => {
    const sizes = sizesOf(bundles.map(({ bundle }) => bundle)).map((size, at) => ({
      name: bundles[at]?.name,
      ...size,
    }));
    console.table(sizes.toSorted((a, b) => b.startBytes - a.startBytes));
    for (const { name, startBytes, totalBytes } of sizes) {
      const most = budgetOf(name ?? '');
      expect(startBytes, name).toBeLessThanOrEqual(most.startBytes);
      expect(totalBytes, name).toBeLessThanOrEqual(most.totalBytes);
    }
  });

  it('are made in the same way, to the byte, for the benchmarks and the size report as for the stack', () => {
    const again = mkdtempSync(join(tmpdir(), 'collections-bundle-'));
    bundle('functions/api/create-collection.ts', again);
    expect(contentsOf(again)).toEqual(contentsOf(bundleOf('create-collection')));
    rmSync(again, { recursive: true });
  });

  const guarded = ROUTES.filter(({ path }) => path.startsWith('/public/')).map(({ operation }) => operation);
  it.each(guarded)(
    '%s loads by itself and refuses a caller without a key, and then a session that was made up',
    async (name) => {
      const headers = { 'x-console': '1', 'sec-fetch-site': 'same-origin', cookie: '__Host-session=nonsense' };
      const [keyless, madeUp] = await invokeInTurn(bundleOf(name), [request(name), request(name, headers)]);
      expect(keyless?.statusCode).toBe(401);
      expect(JSON.parse(keyless?.body ?? '')).toEqual({
        status: 'error',
        message: 'Invalid API key',
        code: 'invalid_api_key',
      });
      expect([madeUp?.statusCode, JSON.parse(madeUp?.body ?? '').code]).toEqual([401, 'invalid_session']);
    },
  );

  it.each(CONSOLE_ROUTES)(
    '$operation loads by itself and answers $method $path',
    async ({ operation, method, path }) => {
      const headers = { 'x-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      const body = method === 'POST' || path === '/console/directory' ? '{"token":"nonsense"}' : null;
      const event = { ...request('nowhere', headers), httpMethod: method, resource: path, body };
      const answer = await invokeBundle(bundleOf(operation), event);
      const code = { POST: 'invalid_link', DELETE: undefined, PUT: 'invalid_session' };
      const expected = {
        '/console/session': code[method as keyof typeof code],
        // An address is missing.
        '/console/sign-in-links': 'validation_failed',
        '/console/passkeys/challenge': undefined,
        '/console/passkeys/session': 'validation_failed',
        '/console/directory': 'validation_failed',
      };
      const { code: answered } = JSON.parse(answer['body']);
      expect(answered).toBe(path in expected ? expected[path as keyof typeof expected] : 'invalid_session');
    },
  );

  it('not-found loads by itself and says 404 in the envelope', async () => {
    const answer = await invokeBundle(bundleOf('not-found'), request('nowhere'));
    expect(answer['statusCode']).toBe(404);
    expect(JSON.parse(answer['body'])).toMatchObject({ status: 'error', code: 'route_not_found' });
  });

  it('get-openapi loads by itself and describes every path', async () => {
    const answer = await invokeBundle(bundleOf('get-openapi'), request('get-openapi'));
    expect(answer['statusCode']).toBe(200);
    const { paths } = JSON.parse(answer['body']);
    for (const { path, method } of ROUTES) expect(paths[path]).toHaveProperty(method.toLowerCase());
  });

  it.each(['relay', 'publish-events'])(
    '%s loads by itself and has nothing to complain of in an empty batch',
    async (name) => {
      expect(await invokeBundle(bundleOf(name), { Records: [] })).toEqual({ batchItemFailures: [] });
    },
  );

  it.each(['unsubscribe', 'notify-address'])('%s loads by itself and shows a page for a wrong token', async (name) => {
    const answer = await invokeBundle(bundleOf(name), {
      ...request('nowhere'),
      pathParameters: { token: 'x' },
    });
    expect(answer['statusCode']).toBe(404);
    expect(answer['body']).toMatch(/^<!doctype html>/i);
  });

  it('follow-up loads by itself and hands back a run of what is no collection', async () => {
    const event = { Records: [{ messageId: 'm-1', body: '{"collection":"x"}' }] };
    const handedBack = { batchItemFailures: [{ itemIdentifier: 'm-1' }] };
    expect(await invokeBundle(bundleOf('follow-up'), event)).toEqual(handedBack);
  });

  it.each([
    ['record-receipt', { source: 'aws.elsewhere', detail: {} }],
    ['receive-reply', { Records: [] }],
    ['receive-email', { Records: [] }],
  ])('%s loads by itself and lets pass what is not for it', async (name, event) => {
    expect(await invokeBundle(bundleOf(name), event)).toBeNull();
  });

  it("sign with the credentials that Lambda puts into the environment, the session's token included", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const server = createServer((incoming, answer) => {
      seen.push(incoming.headers);
      answer.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const endpoints = { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ENDPOINT_URL_SQS: url };
    const key = newApiKey({ id: 'a'.repeat(10), mode: 'live' }, 'a-key', randomBytes);
    const asked = request('get-collection', { 'x-api-key': key });
    const answer = await invokeBundle(bundleOf('get-collection'), asked, endpoints);
    const swept = await invokeBundle(bundleOf('sweep'), {}, endpoints);
    server.close();
    expect(answer['statusCode']).toBe(401);
    expect(swept).toEqual({ swept: 0 });
    const services = new Set(seen.map(({ authorization = '' }) => authorization.split('/')[3]));
    expect(services).toEqual(new Set(['dynamodb', 'sqs']));
    for (const headers of seen) {
      expect(headers['x-amz-security-token']).toBe('a-session-token');
      expect(headers.authorization).toMatch(/Credential=AKIDEXAMPLE\/\d+\/eu-west-1\/\w+\/aws4_request/);
      expect(headers.authorization).toContain('x-amz-security-token');
    }
  });
});
