/** `npm start` under something that ends npm alone, as a supervisor does: the service ends with it, and its port is free. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedDatabase, useDataDir } from './local-instance.ts';

const dataDir = useDataDir();

it('a signal to npm alone ends the service', async () => {
  const env = { ...process.env, ...(await sharedDatabase()), PORT: '0', DATA_DIR: dataDir };
  const npm = spawn('npm', ['run', 'start', '--ignore-scripts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('Ctrl-C stops it');
  expect(existsSync(join(dataDir, 'ready.json'))).toBe(true);
  const ended = once(npm.stdout, 'close');
  npm.kill('SIGTERM');
  await ended;
  expect(printed).toContain('Stopping.');
  expect(existsSync(join(dataDir, 'ready.json'))).toBe(false);
});
