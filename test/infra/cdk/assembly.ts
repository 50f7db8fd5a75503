/** The output of `cdk synth`, made once for all test files, and again only when one of its inputs has changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(ROOT, '.local', 'assemblies');
const INPUTS = [
  '{infra,functions,lib,docs}/**/*.{ts,json}',
  'cdk.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
/** The stage whose templates the tests read. */
export const STAGE = 'prod';
const SYNTH_TIMEOUT_MS = 600_000;
const HOUR_MS = 3_600_000;

const digest = (): string => {
  const hash = createHash('sha256');
  for (const file of globSync(INPUTS, { cwd: ROOT }).toSorted())
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
};

/** A synthesis must work without an AWS account, so it gets no credentials. */
const withoutAws = (): NodeJS.ProcessEnv => {
  const bin = join(ROOT, 'node_modules', '.bin');
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && !name.startsWith('CDK_'));
  return { ...Object.fromEntries(kept), PATH: `${bin}:${process.env['PATH']}` };
};

const synthesise = (to: string): void => {
  const making = `${to}.${process.pid}`;
  const args = ['synth', '--quiet', '-c', `stage=${STAGE}`, '--output', making];
  execFileSync('cdk', args, { cwd: ROOT, env: withoutAws(), timeout: SYNTH_TIMEOUT_MS, stdio: 'pipe' });
  renameSync(making, to);
};

const forgetOld = (): void => {
  for (const name of readdirSync(FOLDER)) {
    const old = join(FOLDER, name);
    if (Date.now() - statSync(old).mtimeMs > HOUR_MS) rmSync(old, { recursive: true, force: true });
  }
};

/** The folder of the synthesised stack; the first caller makes it while the others wait. */
export async function assembly(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const made = join(FOLDER, digest());
  const lock = `${made}.lock`;
  const deadline = Date.now() + SYNTH_TIMEOUT_MS;
  while (!existsSync(made)) {
    if (mkdirSync(lock, { recursive: true })) {
      try {
        forgetOld();
        if (!existsSync(made)) synthesise(made);
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
    } else if (Date.now() > deadline) throw new Error(`remove ${lock}: another run did not finish its synthesis`);
    else await sleep(200);
  }
  return made;
}
