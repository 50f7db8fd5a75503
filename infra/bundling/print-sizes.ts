/** `npm run size`: what each function weighs, against the budget; fails when one is over it. */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, sizeBudget } from './options.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const kilobytes = (bytes: number): number => Math.round(bytes / 1000);

const weigh = async (entry: string): Promise<{ function: string; bytes: number }> => {
  const { outputFiles } = await build({ ...BUNDLE_OPTIONS, absWorkingDir: ROOT, entryPoints: [entry], write: false });
  return { function: entry, bytes: outputFiles.reduce((sum, file) => sum + file.contents.length, 0) };
};

const entries = globSync('functions/*/*.ts', { cwd: ROOT });
const weights = (await Promise.all(entries.map(weigh))).toSorted((a, b) => b.bytes - a.bytes);
console.table(weights.map(({ function: name, bytes }) => ({ function: name, KB: kilobytes(bytes) })));

for (const { function: name, bytes } of weights) {
  const budget = sizeBudget(basename(name, '.ts'));
  if (bytes <= budget) continue;
  console.error(`${name} is over its budget of ${kilobytes(budget)} KB`);
  process.exitCode = 1;
}
