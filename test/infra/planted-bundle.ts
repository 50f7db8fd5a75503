/** Bundles of functions in whose source a fault was planted: a copy of what is bundled, with one place changed. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { type Fault, plant } from '#infra/deployed/plant.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Answers a function that bundles entries, each with a fault, into folders that go when the tests of the file have ended. */
export function plantedBundles(): (entry: string, fault?: Fault) => Promise<string> {
  const checkout = mkdtempSync(join(tmpdir(), 'collections-planted-'));
  afterAll(() => rmSync(checkout, { recursive: true, force: true }));
  for (const path of ['functions', 'lib', 'infra/bundling', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  let count = 0;
  return async (entry, fault) => {
    count += 1;
    const folder = join(checkout, 'bundles', String(count));
    const undo = fault && plant(checkout, fault);
    try {
      const bundled = `import('./infra/bundling/bundle.ts').then(({ bundle }) => bundle(${JSON.stringify(entry)}, ${JSON.stringify(folder)}))`;
      await promisify(execFile)(process.execPath, ['--eval', bundled], { cwd: checkout });
    } finally {
      undo?.();
    }
    return folder;
  };
}
