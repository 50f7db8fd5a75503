/** The pre-script: it installs exactly when what is installed differs from what is locked. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(import.meta.resolve('#infra/setup/ensure-installed.mjs'));

type Packages = Record<string, { version: string; optional?: boolean }>;

const LOCKED: Packages = {
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a/node_modules/b': { version: '2.0.0' },
  'node_modules/for-another-platform': { version: '3.0.0', optional: true },
};
const { 'node_modules/for-another-platform': _, ...INSTALLED } = LOCKED;

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'ensure-installed-'));
  write('package.json', { dependencies: { a: '^1.0.0' }, optionalDependencies: { 'for-another-platform': '3' } });
  write('package-lock.json', { packages: { '': {}, ...LOCKED } });
  writeFileSync(
    join(project, 'npm-cli.js'),
    `require('fs').writeFileSync('called.txt', process.argv.slice(2).join(' ')); process.exit(Number(process.env.STUB_EXIT))`,
  );
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), JSON.stringify(content));
};

const install = (packages: Packages) => {
  write('node_modules/.package-lock.json', { packages });
  for (const path of Object.keys(packages)) write(`${path}/package.json`, {});
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(project, 'node_modules/.bin/node'));
};

const run = ({ npmExit = 0, preload = '' } = {}): SpawnSyncReturns<string> & { npm: string | undefined } => {
  const result = spawnSync(process.execPath, [...(preload ? ['--import', preload] : []), SCRIPT], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(project, 'npm-cli.js'), STUB_EXIT: String(npmExit) },
  });
  const called = join(project, 'called.txt');
  return { ...result, npm: existsSync(called) ? readFileSync(called, 'utf8') : undefined };
};

describe('installs, saying why in one line,', () => {
  const CI = 'ci --include=dev --include=optional --no-audit --no-fund';

  it('when nothing is installed', () => {
    const { npm, stdout, status } = run();
    expect({ npm, status }).toEqual({ npm: CI, status: 0 });
    expect(stdout).toBe('Installing what package-lock.json names: nothing is installed yet\n');
  });

  it.each<[string, Packages, string]>([
    ['a locked package is missing', { 'node_modules/a': { version: '1.0.0' } }, 'b is missing'],
    [
      'a package has another version',
      { ...INSTALLED, 'node_modules/a': { version: '0.9.0' } },
      'a is 0.9.0, not 1.0.0',
    ],
    [
      'an installed optional package has another version',
      { ...LOCKED, 'node_modules/for-another-platform': { version: '2.9.9' } },
      'for-another-platform is 2.9.9, not 3.0.0',
    ],
  ])('when %s', (_case, installed, why) => {
    install(installed);
    const { npm, stdout } = run();
    expect(npm).toBe(CI);
    expect(stdout).toContain(why);
  });

  it('when the folder of an installed package was deleted', () => {
    install(INSTALLED);
    rmSync(join(project, 'node_modules/a/node_modules/b'), { recursive: true });
    expect(run().npm).toBe(CI);
  });

  it('when package.json names a dependency that the lock does not know', () => {
    install(INSTALLED);
    write('package.json', { dependencies: { a: '^1.0.0' }, devDependencies: { fresh: '1' } });
    const { npm, stdout } = run();
    expect(npm).toBe(CI);
    expect(stdout).toContain('fresh is in package.json but not in package-lock.json');
  });
});

it('does nothing and says nothing when all but optional packages is installed', () => {
  install(INSTALLED);
  const { npm, stdout, stderr, status } = run();
  expect({ npm, stdout, stderr, status }).toEqual({ npm: undefined, stdout: '', stderr: '', status: 0 });
});

it('fails with a clear message when npm ci fails', () => {
  const { stderr, status } = run({ npmExit: 7 });
  expect(status).toBe(1);
  expect(stderr).toBe('npm ci failed (exit code 7): nothing can run until it succeeds\n');
});

it('is not held up by the lock of an install that was killed', () => {
  const killed = run({ preload: `data:text/javascript,process.on("exit",()=>process.kill(process.pid,"SIGKILL"))` });
  expect(killed.npm).toBeDefined();
  expect(run().status).toBe(0);
});

describe("when the project's own Node is missing", () => {
  const olderNode = `data:text/javascript,Object.defineProperty(process,"version",{value:"v20.1.0"})`;

  beforeEach(() => {
    install(INSTALLED);
    rmSync(join(project, 'node_modules/.bin/node'));
  });

  it('explains what to do on an older Node', () => {
    const { stderr, status } = run({ preload: olderNode });
    expect(status).toBe(1);
    expect(stderr).toContain('npm rebuild node');
    expect(stderr).toContain('v20.1.0');
  });

  it('is content with a machine that has Node 24 itself', () => {
    expect(run().status).toBe(0);
  });
});
