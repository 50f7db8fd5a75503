/** What `npm start` and `npm test` install first, by which Node they run; npm is a program that notes how it was called. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const INSTALL = 'infra/setup/install.mjs';
const OURS = 'node_modules/node-of-ours/bin/node';

let folder = '';
let root = '';
const aNode = () => join(folder, 'node');
const at = (path: string) => join(root, path);
const write = (path: string, text = '', mode?: number) => {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), text, { mode });
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'collections-install-'));
  copyFileSync(process.execPath, aNode());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As `npm ci` leaves it, with all packages. */
beforeEach(() => {
  root = mkdtempSync(join(folder, 'root-'));
  cpSync(join(import.meta.dirname, '../../..', INSTALL), at(INSTALL), { recursive: true });
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json', 'node_modules/vitest/index.js'])
    write(path);
  mkdirSync(at('node_modules/.bin'));
  mkdirSync(join(at(OURS), '..'), { recursive: true });
  linkSync(aNode(), at(OURS));
  linkSync(aNode(), at('node_modules/.bin/node'));
  write(
    'machine/npm',
    `#!/bin/sh\necho "$@" > '${at('called')}'\necho "$PATH" >> '${at('called')}'\ntouch '${at('node_modules')}'/.package-lock.json '${at('node_modules')}'/.bin/node\nmkdir -p '${at('node_modules/vitest')}'\n`,
    0o755,
  );
});
afterEach(() => rmSync(root, { recursive: true }));

/** As npm runs it: what is installed comes first in the path. @returns how npm was called, and with which path */
function install(node: string, what: string[]): string[] | undefined {
  const PATH = [at('node_modules/.bin'), at('machine'), '/usr/bin', '/bin'].join(delimiter);
  execFileSync(node, [at(INSTALL), ...what], { env: { PATH }, stdio: 'ignore' });
  return existsSync(at('called')) ? readFileSync(at('called'), 'utf8').trim().split('\n') : undefined;
}

const SAID = '--no-audit --no-fund --loglevel=error';
const MACHINES = ['machine', '/usr/bin', '/bin'];

describe('the set-up', () => {
  it('installs nothing where all is there', () => {
    expect(install(process.execPath, ['all'])).toBeUndefined();
    expect(install(at(OURS), ['all'])).toBeUndefined();
  });

  it('adds what is missing to what is there', () => {
    rmSync(at('node_modules/vitest'), { recursive: true });
    expect(install(process.execPath, [])).toBeUndefined();
    expect(install(process.execPath, ['all'])?.[0]).toBe(`install --no-save --workspaces=false ${SAID}`);
  });

  // As after a `git pull` that brings other versions.
  describe('with a lock file that is newer than what is installed', () => {
    beforeEach(() => utimesSync(at('node_modules/.package-lock.json'), 0, 0));

    it('installs anew, without a Node where the machine’s will do', () => {
      expect(install(process.execPath, ['all'])?.[0]).toBe(`ci --workspaces=false ${SAID}`);
    });

    it('leaves out what only tests and deployments need', () => {
      expect(install(process.execPath, [])?.[0]).toBe(`ci --omit=dev --workspaces=false ${SAID}`);
    });

    it('keeps the Node of the project where that runs it, and lets npm run by the machine’s', () => {
      const [called, path] = install(at(OURS), ['all']) ?? [];
      expect(called).toBe(`ci --workspace=infra/setup/node --include-workspace-root ${SAID}`);
      expect(path?.split(delimiter)).toEqual(MACHINES.map((folder) => (folder === 'machine' ? at(folder) : folder)));
    });
  });
});
