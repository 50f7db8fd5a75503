/** `npm run size`: what each function weighs, against the budget; fails when one is over it. */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundle } from './bundle.ts';
import { budgetOf, sizesOf } from './sizes.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const kilobytes = (bytes: number): number => Math.round(bytes / 1000);

const folder = mkdtempSync(join(tmpdir(), 'collections-sizes-'));
const entries = globSync('functions/*/*.ts', { cwd: ROOT });
const folders = entries.map((entry) => {
  const into = join(folder, basename(entry, '.ts'));
  bundle(entry, into);
  return into;
});
const sizes = sizesOf(folders).map((size, index) => ({ entry: entries[index], ...size }));
rmSync(folder, { recursive: true });

const heaviestFirst = sizes.toSorted((a, b) => b.startBytes - a.startBytes);
console.table(
  heaviestFirst.map(({ entry, startBytes, totalBytes }) => ({
    function: entry,
    'KB at start': kilobytes(startBytes),
    'KB in all': kilobytes(totalBytes),
  })),
);

for (const { entry, startBytes, totalBytes } of sizes) {
  const most = budgetOf(entry ?? '');
  if (startBytes <= most.startBytes && totalBytes <= most.totalBytes) continue;
  const budget = `${kilobytes(most.startBytes)} KB at its start, ${kilobytes(most.totalBytes)} KB in all`;
  console.error(`${entry} is over its budget: ${budget}`);
  process.exitCode = 1;
}
