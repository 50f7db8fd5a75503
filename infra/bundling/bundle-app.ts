/** Bundles an app for the browser, one script and one style, and so the merchant console. esbuild is handed over, because no start waits for it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { buildSync } from 'esbuild';
import type { ConsoleAssets } from '#lib/web/console/assets.ts';

/** A file whose name has the hash of its content, so that a browser may keep it. */
export type Asset = { name: string; type: string; body: string };

export type App = { script: Asset; style: Asset };

/** `folder` has the `main.tsx` with which the app begins. */
export function bundleApp(folder: string, build: typeof buildSync): App {
  const { outputFiles = [] } = build({
    entryPoints: [join(folder, 'main.tsx')],
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The types of the contract are erased; nothing of the server must come along.
    external: ['node:*'],
    legalComments: 'none',
    logLevel: 'silent',
  });
  const textOf = (extension: string) => outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? '';
  return {
    script: asset('js', 'text/javascript; charset=utf-8', textOf('.js')),
    style: asset('css', 'text/css; charset=utf-8', textOf('.css')),
  };
}

const asset = (extension: string, type: string, body: string): Asset => ({
  name: `app-${createHash('sha256').update(body).digest('hex').slice(0, 16)}.${extension}`,
  type,
  body,
});

const FOLDER = join(import.meta.dirname, '..', '..', 'lib', 'web', 'console', 'app');

const ICON = asset(
  'svg',
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0d6b57"/><path d="M9 17l5 5L24 10" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);

export function buildConsole(build: typeof buildSync): ConsoleAssets {
  const { script, style } = bundleApp(FOLDER, build);
  const files = Object.fromEntries([script, style, ICON].map(({ name, type, body }) => [name, { type, body }]));
  return { page: pageWith(script, style), files };
}

/** The addresses are relative, so that the page works behind the name of a stage. */
const pageWith = (script: Asset, style: Asset): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<title>Collections</title><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<link rel="icon" href="console/${ICON.name}"><link rel="stylesheet" href="console/${style.name}">`,
    `<script type="module" src="console/${script.name}"></script></head>`,
    '<body><div id="app"></div><noscript>This console needs JavaScript. Cette console a besoin de JavaScript.</noscript></body></html>',
  ].join('\n');
