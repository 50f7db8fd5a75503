/** The code of a function after tree shaking, with the names that it has in the repository. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '#infra/bundling/bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export const codeOf = async (name: string): Promise<string> => {
  const [entry = ''] = globSync(`functions/*/${name}.ts`, { cwd: ROOT });
  const { outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    // With the commands' own names. As in the first step of the real bundle, what is loaded later is shaken, too.
    minify: false,
    packages: 'external',
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outdir: 'bundle',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join();
};
