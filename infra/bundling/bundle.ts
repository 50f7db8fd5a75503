/** Bundles one function: `index.js`, and beside it the files that it loads when it first needs them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { BUNDLE_OPTIONS, COMMONJS_OPTIONS } from './options.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Writes the bundle of `entry`, a path from the root of the repository, into `folder`. The CDK needs it synchronous. */
export function bundle(entry: string, folder: string): void {
  const modules = mkdtempSync(join(tmpdir(), 'collections-modules-'));
  try {
    buildSync({ ...BUNDLE_OPTIONS, absWorkingDir: ROOT, entryPoints: { index: entry }, outdir: modules });
    buildSync({ ...COMMONJS_OPTIONS, entryPoints: [join(modules, '*')], outdir: folder });
    // Wherever the folder lies: a package around it may say that its files are ES modules.
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
  } finally {
    rmSync(modules, { recursive: true, force: true });
  }
}
