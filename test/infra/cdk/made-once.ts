/** Folders in `.local/assemblies` that one test process makes for all others, and again only when an input has changed. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(ROOT, '.local', 'assemblies');
const INPUTS = [
  // The command line, the local run and the tools around them are in no stack.
  '{infra/{bundling,cdk,openapi},functions,lib,docs}/**/*.{ts,json}',
  'cdk.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
export const TIMEOUT_MS = 600_000;
const HOUR_MS = 3_600_000;

const digest = (what: unknown): string => {
  const hash = createHash('sha256').update(JSON.stringify(what));
  for (const file of globSync(INPUTS, { cwd: ROOT }).toSorted())
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
};

const forgetOld = (): void => {
  for (const name of readdirSync(FOLDER)) {
    const old = join(FOLDER, name);
    if (Date.now() - statSync(old).mtimeMs > HOUR_MS) rmSync(old, { recursive: true, force: true });
  }
};

/**
 * The folder of `what`, which `make` has filled from the repository; the first caller makes it while the others wait. Another
 * `what` is in another folder.
 */
export async function madeOnce(what: unknown, make: (folder: string) => void | Promise<void>): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const made = join(FOLDER, digest(what));
  const making = `${made}.${process.pid}`;
  const lock = `${made}.lock`;
  const deadline = Date.now() + TIMEOUT_MS;
  while (!existsSync(made)) {
    if (mkdirSync(lock, { recursive: true })) {
      try {
        forgetOld();
        if (!existsSync(made)) {
          await make(making);
          renameSync(making, made);
        }
      } finally {
        rmSync(making, { recursive: true, force: true });
        rmSync(lock, { recursive: true, force: true });
      }
    } else if (Date.now() > deadline) throw new Error(`remove ${lock}: another run did not finish`);
    else await sleep(200);
  }
  return made;
}
