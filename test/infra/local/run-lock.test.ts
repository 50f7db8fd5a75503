/** The lock on DATA_DIR: one process holds it, and it ends with that process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeRunLock } from '#infra/local/data-dir.ts';

const aLockFile = () => join(mkdtempSync(join(tmpdir(), 'run-lock-')), 'run.lock');
const MODULE = new URL('../../../infra/local/data-dir.ts', import.meta.url).href;

/** Another process that tries to take the lock, prints the result, and keeps running. */
async function another(file: string) {
  const script = `import { takeRunLock } from '${MODULE}';
    console.log('heldBy' in takeRunLock('${file}') ? 'refused' : 'taken'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { said: String(said).trim(), pid: child.pid, kill };
}

it('a lock is held until it is released', () => {
  const file = aLockFile();
  const lock = takeRunLock(file);
  expect(takeRunLock(file)).toEqual({ heldBy: String(process.pid) });
  if ('release' in lock) lock.release();
  expect(takeRunLock(file)).toHaveProperty('release');
});

it('a lock ends with the process that holds it, even when that is killed', async () => {
  const file = aLockFile();
  const holder = await another(file);
  expect(takeRunLock(file)).toEqual({ heldBy: String(holder.pid) });
  await holder.kill();
  expect(takeRunLock(file)).toHaveProperty('release');
});

it('of several processes that try to take a lock at once, one gets it', async () => {
  const file = aLockFile();
  const processes = await Promise.all([1, 2, 3, 4].map(() => another(file)));
  expect(processes.map(({ said }) => said).toSorted()).toEqual(['refused', 'refused', 'refused', 'taken']);
  await Promise.all(processes.map(({ kill }) => kill()));
});
