/** Runs an npm command that installs a folder's packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Failure } from './failure.mjs';
import { unfinishedMark } from './why-install.mjs';

/** Set while npm runs for us, so that the script npm runs after an install leaves the work to us. */
export const INSTALLING = 'COLLECTIONS_INSTALLING';

// What npm would warn of concerns developers, who see it when they run npm themselves.
const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/** `node` is the program to run npm and its scripts on; without it npm runs on the Node it already runs on. */
export const runNpm = (options, { folder, node, stdout = 'inherit' }) => {
  const mark = unfinishedMark(folder);
  if (existsSync(join(folder, 'node_modules'))) writeFileSync(mark, '');
  const { status, signal, error } = spawnNpm([...options, ...QUIET], {
    node,
    cwd: folder,
    env: { ...process.env, ...(node && firstOnPath(node)), [INSTALLING]: '1' },
    stdio: ['inherit', stdout, 'inherit'],
  });
  // A failing npm puts back what was there; a killed one cannot.
  if (signal === null) rmSync(mark, { force: true });
  const how = error?.message ?? (signal ? `ended by ${signal}` : `exit code ${status}`);
  if (status !== 0) throw new Failure(`npm ${options[0]} failed (${how}): nothing can run until it succeeds`);
};

const spawnNpm = (command, { node, ...settings }) => {
  const { npm_execpath: npm, npm_node_execpath: npmNode = process.execPath } = process.env;
  return npm?.endsWith('npm-cli.js')
    ? spawnSync(node ?? npmNode, [npm, ...command], settings)
    : spawnSync('npm', command, { ...settings, shell: process.platform === 'win32' });
};

const firstOnPath = (node) => ({ PATH: `${dirname(node)}${delimiter}${process.env.PATH}` });
