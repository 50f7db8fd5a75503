/** A Node of the project's own: installed where the machine's is too old, and nowhere else. */
import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL, StubProject, TO_RUN } from './stub-project.ts';

const BEFORE_START = 'infra/setup/ensure-installed.mjs --to-run';
const AFTER_INSTALL = 'infra/setup/after-install.mjs';
const PROGRAM = 'infra/setup/node/node_modules/node-here/bin/node';
const LINK = 'node_modules/.bin/node';

const ON_OLDER_NODE = { preload: 'Object.defineProperty(process,"version",{value:"v20.1.0"})' };

let project: StubProject;

beforeEach(() => {
  project = new StubProject();
  project.ownNode('installs/node');
});
afterEach(() => project.remove());

const runsOnOwnNode = () => ({
  preload: `Object.defineProperty(process,"execPath",{value:${JSON.stringify(project.path(PROGRAM))}})`,
});

describe('on a machine whose Node is too old', () => {
  it('a Node of our own is installed first, with one line, and npm then installs the packages on it', () => {
    project.install(TO_RUN, 'installs/root');
    const { calls, stdout, stderr, status } = project.run(BEFORE_START, ON_OLDER_NODE);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout.split('\n')).toEqual([
      'Installing a Node for this folder only: this needs Node 24, and yours is v20.1.0',
      'Installing the packages for running the service: nothing is installed yet',
      '',
    ]);
    expect(calls.map(({ folder, node }) => ({ folder, node }))).toEqual([
      { folder: 'node', node: process.execPath },
      { folder: 'root', node: project.path(PROGRAM) },
    ]);
    expect(project.realPath(LINK)).toBe(project.realPath(PROGRAM));
  });

  it('a script finds nothing to do when packages and our own Node are there', () => {
    project.install(TO_RUN, 'installs/root');
    project.run(BEFORE_START, ON_OLDER_NODE);
    for (const preload of [ON_OLDER_NODE, runsOnOwnNode()])
      expect(project.run(BEFORE_START, preload)).toMatchObject({ calls: [], stdout: '', stderr: '', status: 0 });
  });

  it('the link to our own Node is made again after npm took it away', () => {
    project.install(ALL);
    project.ownNode();
    const { calls, stdout } = project.run(BEFORE_START, ON_OLDER_NODE);
    expect({ calls, stdout }).toEqual({ calls: [], stdout: '' });
    expect(project.realPath(LINK)).toBe(project.realPath(PROGRAM));
  });

  it('our own Node is installed again when its installation was cut short', () => {
    project.install(ALL);
    project.ownNode();
    rmSync(project.path('infra/setup/node/node_modules/.package-lock.json'));
    expect(project.run(BEFORE_START, ON_OLDER_NODE).calls).toMatchObject([{ folder: 'node' }]);
  });

  it('our own Node is installed again, while it runs, when the lock file names another version', () => {
    project.install(ALL);
    project.ownNode();
    const other = { version: '24.22.0', optional: true, bin: { node: 'bin/node' } };
    project.write('infra/setup/node/package-lock.json', { packages: { '': {}, 'node_modules/node-here': other } });
    const { calls, stdout } = project.run(BEFORE_START, runsOnOwnNode());
    expect(calls).toMatchObject([{ folder: 'node' }]);
    expect(stdout).toContain('Installing a Node for this folder only: its version changed\n');
  });

  it('a script fails, saying what to do, when there is no Node of ours for the platform', () => {
    rmSync(project.path('installs/node/node-here'), { recursive: true });
    project.write('installs/node/.package-lock.json', { packages: {} });
    const { stderr, status } = project.run(BEFORE_START, ON_OLDER_NODE);
    expect(status).toBe(1);
    expect(stderr).toContain('This needs Node 24, yours is v20.1.0, and none that runs on this machine');
    expect(stderr).toContain('Put Node 24 or newer on the PATH.');
  });

  it('a script fails, and tries again the next time, when our own Node does not run on this machine', () => {
    rmSync(project.path('installs/node/node-here/bin/node'));
    writeFileSync(project.path('installs/node/node-here/bin/node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    for (const _attempt of ['first', 'second']) {
      const { stderr, calls } = project.run(BEFORE_START, ON_OLDER_NODE);
      expect(stderr).toContain('Put Node 24 or newer on the PATH.');
      expect(calls).toMatchObject([{ folder: 'node' }]);
    }
  });
});

it('no Node is installed on a machine that has Node 24 itself', () => {
  project.install(TO_RUN, 'installs/root');
  const { calls } = project.run(BEFORE_START);
  expect(calls).toMatchObject([{ folder: 'root', node: process.execPath }]);
  expect(project.exists(LINK)).toBe(false);
});

describe('after npm ci by hand', () => {
  beforeEach(() => project.install(ALL));

  it('our own Node is installed where the machine has an older one, so that npx runs on it', () => {
    expect(project.run(AFTER_INSTALL, ON_OLDER_NODE).calls).toMatchObject([{ folder: 'node' }]);
    expect(project.realPath(LINK)).toBe(project.realPath(PROGRAM));
  });

  it('nothing is installed by hand-run npm ci where the machine has Node 24 itself', () => {
    expect(project.run(AFTER_INSTALL).calls).toEqual([]);
  });

  it('the hook of an install that we run ourselves does nothing, since we hold the lock', () => {
    const env = { COLLECTIONS_INSTALLING: '1' };
    expect(project.run(AFTER_INSTALL, { ...ON_OLDER_NODE, env }).calls).toEqual([]);
  });
});
