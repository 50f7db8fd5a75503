/**
 * Before `npm start`, `npm test` and other commands: installs what they need and is missing, or older than package-lock.json. It is
 * plain JavaScript for any Node from 20 on, because nothing is installed yet.
 *
 * `node infra/setup/install.mjs [all]`: what the service needs to run, or `all` packages, for tests and deployments. The project's own
 * Node comes only where the machine's cannot run TypeScript as it is (before 22.18).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const LOCK = join(ROOT, '.local', 'installing.pid');
const POLL_MS = 500;

const needsAll = process.argv[2] === 'all';
/** npm puts what the project has installed first in the path of its scripts, and so our Node, if it is there. */
const isOurs = (path) => path.startsWith(join(ROOT, 'node_modules') + sep);
const needsNode = isOurs(process.execPath) || !process.features.typescript;

const has = (file) => existsSync(join(ROOT, 'node_modules', file));
const changedAt = (file) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isUpToDate = () => changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json');

const isInstalled = () => isUpToDate() && (!needsAll || has('vitest')) && (!needsNode || has('.bin/node'));

/** Whether this process may install: `npm start` and `npm test` can begin at the same moment. */
function takeLock() {
  try {
    mkdirSync(join(ROOT, '.local'), { recursive: true });
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(Number(readFileSync(LOCK, 'utf8')))) rmSync(LOCK, { force: true });
    return false;
  }
}

/** The file is empty for the instant between its creation and its writing. */
function isAlive(pid) {
  try {
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** What is missing is added beside what is there: a service that runs keeps its files. npm runs by the machine's Node, as it may replace ours. */
function install() {
  console.log(
    needsAll ? 'Installing all packages, for tests and deployments' : 'Installing what the service needs to run',
  );
  const { status } = spawnSync(
    'npm',
    [
      ...(isUpToDate() ? ['install', '--no-save'] : ['ci']),
      ...(needsAll ? [] : ['--omit=dev']),
      ...(needsNode ? ['--workspace=infra/setup/node', '--include-workspace-root'] : ['--workspaces=false']),
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ],
    { cwd: ROOT, env: { ...process.env, PATH: machinesPath() }, stdio: 'inherit', shell: process.platform === 'win32' },
  );
  if (status !== 0) process.exit(status ?? 1);
}

const machinesPath = () =>
  process.env['PATH']
    .split(delimiter)
    .filter((folder) => !isOurs(folder))
    .join(delimiter);

while (!isInstalled()) {
  if (!takeLock()) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    continue;
  }
  try {
    if (!isInstalled()) install();
  } finally {
    rmSync(LOCK, { force: true });
  }
}
