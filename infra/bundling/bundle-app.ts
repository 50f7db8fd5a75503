/** Bundles an app for the browser, one script and one style and what the script loads later, and so the merchant console. esbuild is handed over, because no start waits for it. */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { buildSync } from 'esbuild';
import type { ConsoleAssets } from '#lib/web/console/assets.ts';

/** A file whose name has the hash of its content, so that a browser may keep it. */
export type Asset = { name: string; type: string; body: string };

/** `later`: scripts that the first one loads when they are needed. */
export type App = { script: Asset; style: Asset; later: Asset[] };

/** `folder` has the `main.tsx` with which the app begins. */
export function bundleApp(folder: string, build: typeof buildSync): App {
  const { outputFiles = [] } = build({
    entryPoints: [join(folder, 'main.tsx')],
    outdir: folder,
    splitting: true,
    entryNames: 'app-[hash]',
    chunkNames: '[name]-[hash]',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // The types of the contract are erased; what still asks for these is refused below.
    external: ['node:*'],
    legalComments: 'none',
    logLevel: 'silent',
  });
  const files = outputFiles.map(({ path, text }): Asset => ({ name: basename(path), type: typeOf(path), body: text }));
  for (const { name, body } of files) {
    const [needs] = /["']node:[a-z_/]+["']/.exec(body) ?? [];
    if (needs !== undefined) throw new Error(`${name} of ${folder} needs ${needs}, which no browser has`);
  }
  const isFirst = ({ name }: Asset) => name.startsWith('app-');
  const [script, style] = ['.js', '.css'].map((end) => files.find((file) => isFirst(file) && file.name.endsWith(end)));
  if (script === undefined || style === undefined) throw new Error(`${folder} has no script or no style`);
  return { script, style, later: files.filter((file) => !isFirst(file)) };
}

const typeOf = (path: string): string =>
  path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';

const FOLDER = join(import.meta.dirname, '..', '..', 'lib', 'web', 'console', 'app');

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0d6b57"/><path d="M9 17l5 5L24 10" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>';
const ICON: Asset = {
  name: `app-${createHash('sha256').update(icon).digest('hex').slice(0, 16)}.svg`,
  type: 'image/svg+xml',
  body: icon,
};

export function buildConsole(build: typeof buildSync): ConsoleAssets {
  const { script, style, later } = bundleApp(FOLDER, build);
  const files = Object.fromEntries(
    [script, style, ICON, ...later].map(({ name, type, body }) => [name, { type, body }]),
  );
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
