/** Bundles the workbench's half in the browser, when it is first opened: it takes less than 100 ms, and no start waits for it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** A file whose name has the hash of its content, so that a browser may keep it. */
export type Asset = { name: string; type: string; body: string };

export type App = { script: Asset; style: Asset };

const FOLDER = join(import.meta.dirname, 'app');

export async function bundleApp(): Promise<App> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, 'main.tsx')],
    outdir: FOLDER,
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
