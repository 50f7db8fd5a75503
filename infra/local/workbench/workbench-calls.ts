/** Serves the developer workbench at `/`: its page, and the files that the page loads. */
import { join } from 'node:path';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { type App, type Asset, bundleApp } from '#infra/bundling/bundle-app.ts';
import type { LocalCalls } from '#infra/local/control-api/local-call.ts';
import { plainJson } from '#infra/local/control-api/local-call.ts';
import type { BackgroundFunctions } from '#infra/local/scheduler/background-functions.ts';

type Changes = {
  /** What the scheduler and the calls under `/_local/` run their functions by. */
  run: BackgroundFunctions['run'];
  afterWrite(): void;
  /** Another text after each change. */
  version(): string;
};

type WorkbenchNeeds = {
  run: BackgroundFunctions['run'];
  afterWrite(): void;
  /** What changes without a request and without a function. */
  others(): unknown[];
};

export function watchChanges({ run, afterWrite, others }: WorkbenchNeeds): Changes {
  let writes = 0;
  // Versions of an earlier process must not look like those of this one.
  const start = Date.now().toString(36);
  return {
    run: (name, event) =>
      run(name, event).finally(() => {
        writes += 1;
      }),
    afterWrite: () => {
      writes += 1;
      afterWrite();
    },
    version: () => `${start}-${writes}-${JSON.stringify(others())}`,
  };
}

const FOLDER = join(import.meta.dirname, 'app');
const ASSETS = '/_local/workbench';

/** Nothing from elsewhere, and no script in the page itself; an email is shown in a frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** When it is first opened: it takes less than 100 ms. */
const bundle = async (): Promise<App> => bundleApp(FOLDER, (await import('esbuild')).buildSync);

export function workbenchCalls(): LocalCalls {
  let bundled: Promise<App> | undefined;
  /** Once; after a failure it is tried again. */
  const app = () => {
    bundled ??= bundle().catch((error: unknown) => {
      bundled = undefined;
      throw error;
    });
    return bundled;
  };
  return {
    'GET /': async () => page(await app()),
    [`GET ${ASSETS}/{id}`]: async ({ id }) => {
      const { script, style, later } = await app();
      const found = [script, style, ...later].find(({ name }) => name === id);
      return found === undefined ? plainJson(404, { error: `There is no ${ASSETS}/${id}` }) : file(found);
    },
  };
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0d6b57"/><path d="M9 17l5 5L24 10" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`;

const page = ({ script, style }: App): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: {
    ...SAFE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
  },
  body: [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Collections workbench</title><meta name="color-scheme" content="light dark"><link rel="icon" href="${ICON}">`,
    `<link rel="stylesheet" href="${ASSETS}/${style.name}">`,
    `<script type="module" src="${ASSETS}/${script.name}"></script></head>`,
    '<body><div id="app"></div><noscript>The workbench needs JavaScript. <a href="/docs">The API reference</a> does not.</noscript></body></html>',
  ].join('\n'),
});

const file = ({ type, body }: Asset): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: { ...SAFE_HEADERS, 'content-type': type, 'cache-control': 'private, max-age=31536000, immutable' },
  body,
});
