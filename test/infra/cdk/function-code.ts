/** The code of a function after tree shaking, with the names that it has in the repository. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, COMMONJS_OPTIONS } from '#infra/bundling/options.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export const codeOf = async (name: string): Promise<string> => {
  const [entry = ''] = globSync(`functions/*/${name}.ts`, { cwd: ROOT });
  const { outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    // In one file, and with the commands' own names.
    format: COMMONJS_OPTIONS.format,
    define: COMMONJS_OPTIONS.define,
    splitting: false,
    minify: false,
    packages: 'external',
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outdir: 'bundle',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join();
};
