/**
 * Before `npm start` and `npm test`: runs `npm ci` where the packages are missing or older than package-lock.json. It is plain
 * JavaScript for any Node from 20 on, because nothing is installed yet; the Node of the project comes with its packages.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const LOCK = join(ROOT, '.local', 'installing.pid');
const POLL_MS = 500;

const changedAt = (file) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

const isInstalled = () => changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json');

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

function install() {
  console.log('Installing the packages of package-lock.json');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

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
