/** The script of the documentation's pages, with the index of its search. esbuild is loaded only by who needs it. */
import { join } from 'node:path';
import type { SearchEntry } from './site.ts';

export async function docsScript(index: readonly SearchEntry[]): Promise<string> {
  const { buildSync } = await import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'app/main.ts')],
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  });
  return `globalThis.docsIndex=${JSON.stringify(index)};\n${outputFiles[0]?.text ?? ''}`;
}
