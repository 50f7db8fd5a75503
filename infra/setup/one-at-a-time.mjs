/** One install at a time in this project: a second process waits for the first. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { ROOT } from './project.mjs';

const WAIT_LIMIT_MS = 10 * 60_000;
const POLL_MS = 500;

export const oneAtATime = (install) => {
  const lock = join(tmpdir(), `ensure-installed-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}.pid`);
  const limit = Date.now() + WAIT_LIMIT_MS;
  while (!take(lock)) {
    if (Date.now() > limit) throw new Failure(`Another install seems to be running; if not, delete ${lock}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  try {
    install();
  } finally {
    rmSync(lock, { force: true });
  }
};

const take = (lock) => {
  try {
    const file = openSync(lock, 'wx');
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(lock)) rmSync(lock, { force: true });
    return false;
  }
};

const isAlive = (lock) => {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Empty for the instant between creating the file and writing it.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};
