/** The built console: it is small, its files are named by their content, and the bundle of its function holds it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { buildSync } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { bundle } from '#infra/bundling/bundle.ts';
import { buildConsole } from '#infra/bundling/bundle-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'collections-console-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BUDGET_BYTES = 90_000;

it('the console has at most 90 KB in all when it is compressed', () => {
  const { page, files } = buildConsole(buildSync);
  const texts = [page, ...Object.values(files).map(({ body }) => body)];
  const sizes = texts.map((text) => gzipSync(text).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET_BYTES);
});

it('two builds of the console are equal, and its page names every file by a relative address', () => {
  const { page, files } = buildConsole(buildSync);
  expect(buildConsole(buildSync)).toEqual({ page, files });
  for (const name of Object.keys(files)) expect(page).toContain(`"console/${name}"`);
  expect(page).not.toMatch(/(?:src|href)="(?:\/|http)| style=|<script>/);
});

it('the bundle of the console function serves the page, its files as immutable, and 404 for any other', async () => {
  bundle('functions/console/console-page.ts', folder);
  const { handler } = createRequire(import.meta.url)(join(folder, 'index.js'));
  const get = (file?: string): Promise<APIGatewayProxyResult> =>
    handler({
      httpMethod: 'GET',
      path: file === undefined ? '/console' : `/console/${file}`,
      pathParameters: file === undefined ? null : { file },
      requestContext: { requestId: 'request-1' },
    });
  const page = await get();
  expect(page).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } });
  for (const [, name = ''] of page.body.matchAll(/"console\/([^"]+)"/g)) {
    const { statusCode, headers, body } = await get(name);
    expect([statusCode, headers?.['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(body.length).toBeGreaterThan(100);
  }
  for (const name of ['app.js', 'constructor', '..']) expect((await get(name)).statusCode).toBe(404);
});
