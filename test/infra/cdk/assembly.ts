/** The output of `cdk synth`, made once for all test files, and again only when one of its inputs has changed. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { madeOnce, ROOT, TIMEOUT_MS } from './made-once.ts';

/** The stage whose templates the tests read. */
export const STAGE = 'prod';

/** esbuild then collects garbage less often, which saves a fifth of its processor time. */
const BUNDLING = { GOGC: '400' };

/** A synthesis must work without an AWS account, so it gets no credentials. */
const withoutAws = (): NodeJS.ProcessEnv => {
  const bin = join(ROOT, 'node_modules', '.bin');
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && !name.startsWith('CDK_'));
  return { ...Object.fromEntries(kept), PATH: `${bin}:${process.env['PATH']}`, ...BUNDLING };
};

const synthesise = (to: string): void => {
  const args = ['synth', '--quiet', '-c', `stage=${STAGE}`, '--output', to];
  execFileSync('cdk', args, { cwd: ROOT, env: withoutAws(), timeout: TIMEOUT_MS, stdio: 'pipe' });
};

/** The folder of the synthesised stacks. */
export const assembly = (): Promise<string> => madeOnce(STAGE, synthesise);
