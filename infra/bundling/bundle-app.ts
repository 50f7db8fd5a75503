/** Bundles an app for the browser: one script and one style. esbuild is handed over, because no start waits for it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { buildSync } from 'esbuild';

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

export const asset = (extension: string, type: string, body: string): Asset => ({
  name: `app-${createHash('sha256').update(body).digest('hex').slice(0, 16)}.${extension}`,
  type,
  body,
});
