/** Before an npm script: it installs exactly when what is installed differs from what is locked, and never more than asked. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL, type Packages, StubProject, TO_RUN } from './stub-project.ts';

const FOR_DEVELOPING = 'infra/setup/ensure-installed.mjs';
const FOR_RUNNING = 'infra/setup/ensure-installed.mjs --to-run';
const QUIET = '--no-audit --no-fund --no-update-notifier --loglevel=error';
const CI_ALL = `ci --include=dev --include=optional ${QUIET}`;
const CI_TO_RUN = `ci --omit=dev --include=optional --ignore-scripts ${QUIET}`;
const ADD_DEV = `install --no-save --include=dev --include=optional ${QUIET}`;

let project: StubProject;

beforeEach(() => {
  project = new StubProject();
});
afterEach(() => project.remove());

const npmCalls = (script: string, options?: Parameters<StubProject['run']>[1]) =>
  project.run(script, options).calls.map((call) => call.options);

describe('where nothing is installed', () => {
  it('a script for developing installs everything on a fresh clone, and says so in one line', () => {
    const { calls, stdout, status } = project.run(FOR_DEVELOPING);
    expect(calls).toEqual([{ folder: 'root', options: CI_ALL, node: expect.any(String) }]);
    expect(stdout).toBe('Installing the packages for running and developing the service: nothing is installed yet\n');
    expect(status).toBe(0);
  });

  it('npm start installs on a fresh clone only what running needs, and runs no script of a package', () => {
    const { calls, stdout, status } = project.run(FOR_RUNNING);
    expect(calls).toEqual([{ folder: 'root', options: CI_TO_RUN, node: expect.any(String) }]);
    expect(stdout).toBe('Installing the packages for running the service: nothing is installed yet\n');
    expect(status).toBe(0);
  });
});

describe('where everything is installed', () => {
  beforeEach(() => project.install(ALL));

  it.each([FOR_DEVELOPING, FOR_RUNNING])(
    '%s does nothing and says nothing when only optional packages are missing',
    (script) => {
      const { calls, stdout, stderr, status } = project.run(script);
      expect({ calls, stdout, stderr, status }).toEqual({ calls: [], stdout: '', stderr: '', status: 0 });
    },
  );

  it.each<[string, Packages, string]>([
    ['a locked package is missing', { 'node_modules/a': { version: '1.0.0' } }, 'b is missing'],
    ['a package has another version', { ...ALL, 'node_modules/a': { version: '0.9.0' } }, 'a is 0.9.0, not 1.0.0'],
    [
      'an installed optional package has another version',
      { ...ALL, 'node_modules/for-another-platform': { version: '2.9.9' } },
      'for-another-platform is 2.9.9, not 3.0.0',
    ],
  ])('everything is installed again when %s', (_case, installed, why) => {
    project.install({ 'node_modules/tool': { version: '4.0.0', dev: true }, ...installed });
    const { calls, stdout } = project.run(FOR_DEVELOPING);
    expect(calls.map(({ options }) => options)).toEqual([CI_ALL]);
    expect(stdout).toContain(why);
  });

  it('everything is installed again when the folder of a package was deleted', () => {
    rmSync(project.path('node_modules/a/node_modules/b'), { recursive: true });
    expect(npmCalls(FOR_DEVELOPING)).toEqual([CI_ALL]);
  });

  it('everything is installed again when package.json names a package that the lock file does not know', () => {
    project.write('package.json', { dependencies: { a: '^1.0.0' }, devDependencies: { fresh: '1' } });
    const { calls, stdout } = project.run(FOR_DEVELOPING);
    expect(calls.map(({ options }) => options)).toEqual([CI_ALL]);
    expect(stdout).toContain('fresh is in package.json but not in package-lock.json');
  });

  it('npm start leaves an outdated package for developing as it is', () => {
    project.install({ ...ALL, 'node_modules/tool': { version: '3.9.9', dev: true } });
    expect(npmCalls(FOR_RUNNING)).toEqual([]);
  });

  it('npm start keeps the packages for developing when a package for running is outdated', () => {
    project.install({ ...ALL, 'node_modules/a': { version: '0.9.0' } });
    expect(npmCalls(FOR_RUNNING)).toEqual([CI_ALL]);
  });
});

describe('where only what running needs is installed', () => {
  beforeEach(() => project.install(TO_RUN));

  it('npm start finds nothing to do after an install without packages for developing', () => {
    expect(npmCalls(FOR_RUNNING)).toEqual([]);
  });

  it('a script for developing adds its packages and leaves those alone that the service may be running on', () => {
    const { calls, stdout } = project.run(FOR_DEVELOPING);
    expect(calls.map(({ options }) => options)).toEqual([ADD_DEV]);
    expect(stdout).toContain('tool is missing');
  });

  it('a script for developing lets npm ci refuse a package that the lock file does not know', () => {
    project.write('package.json', { dependencies: { a: '^1.0.0' }, devDependencies: { fresh: '1' } });
    expect(npmCalls(FOR_DEVELOPING)).toEqual([CI_ALL]);
  });

  it('npm start works on when adding the packages for developing failed', () => {
    expect(project.run(FOR_DEVELOPING, { npmEnds: '7' }).status).toBe(1);
    expect(npmCalls(FOR_RUNNING)).toEqual([]);
  });

  it('everything is installed from scratch when adding packages was cut short', () => {
    const { status, stderr } = project.run(FOR_DEVELOPING, { npmEnds: 'killed' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'npm install failed (ended by SIGKILL): nothing can run until it succeeds\n',
    });
    const { calls, stdout } = project.run(FOR_RUNNING);
    expect(calls.map(({ options }) => options)).toEqual([CI_TO_RUN]);
    expect(stdout).toContain('an earlier install did not finish');
    expect(npmCalls(FOR_RUNNING)).toEqual([]);
  });
});

it('a failing npm ci fails the script with a clear message', () => {
  const { stderr, status } = project.run(FOR_DEVELOPING, { npmEnds: '7' });
  expect(status).toBe(1);
  expect(stderr).toBe('npm ci failed (exit code 7): nothing can run until it succeeds\n');
});

it('an install is not held up by the lock of an install that was killed', () => {
  const killed = project.run(FOR_DEVELOPING, { preload: 'process.on("exit",()=>process.kill(process.pid,"SIGKILL"))' });
  expect(killed.calls).toHaveLength(1);
  expect(project.run(FOR_DEVELOPING).status).toBe(0);
});
