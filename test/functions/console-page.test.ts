/** The function that serves the console: its headers, and what has no page. */

import { expect, it } from 'vitest';
import { consolePage } from '#functions/console/console-page.ts';
import type { HttpEvent } from '#lib/http/request.ts';
import { aService } from '#test/support/a-service.ts';

const readConsoleAssets = async () => ({
  page: '<!doctype html>',
  files: { 'app-1.js': { type: 'text/javascript', body: '1' } },
});

const page = consolePage({ ...aService(), readConsoleAssets });

const ask = (path: string, file?: string) =>
  page({ path, pathParameters: file === undefined ? null : { file } } as unknown as HttpEvent);

it('the page of the console runs no script but its own, is kept by nobody, and is shown in no frame', async () => {
  const { headers, body } = await ask('/console');
  expect(body).toBe('<!doctype html>');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'strict-transport-security': 'max-age=31536000',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  const policy = String(headers?.['content-security-policy']).split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.filter((rule) => /unsafe|\*|http|data:/.test(rule))).toEqual([]);
});

it('a slash at the end leads to the page, from which its relative addresses work', async () => {
  expect(await ask('/console/')).toMatchObject({ statusCode: 303, headers: { location: '../console' } });
});

it('a file of the console is served with its type, and an unknown one is not found', async () => {
  expect(await ask('/console/app-1.js', 'app-1.js')).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'text/javascript' },
  });
  expect(await ask('/console/app-2.js', 'app-2.js')).toMatchObject({ statusCode: 404 });
});
