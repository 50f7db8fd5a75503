/** A local run on its own database: started, called, killed, started again, stopped, and wiped. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, type Instance, runScript, startInstance, useDataDir } from './local-instance.ts';

const dataDir = useDataDir();
let instance: Instance;

it('the local run starts by one command, and its printed curl line creates a collection', async () => {
  instance = await startInstance(dataDir);
  const { baseUrl, apiKey } = instance.ready;
  const line = instance
    .output()
    .split('\n')
    .find((text) => text.startsWith('curl '));
  expect(line).toContain(`${baseUrl}/public/collections`);
  const answer = execFileSync('sh', ['-c', `${line} -sS`], { encoding: 'utf8' });
  expect(answer).toMatch(/^HTTP\/1.1 201 /);
  expect(instance.output()).toContain(apiKey);
  expect((await call(`${baseUrl}/_local/health`)).status).toBe(200);
});

it('only their owner can read the files of a local run, those of its database included', () => {
  const kept = ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
  expect(kept).toEqual(expect.arrayContaining(['demo.json', 'ready.json', 'aws/state.sqlite']));
  // The database's journal comes and goes while it writes.
  const mode = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0;
  expect(kept.filter((name) => (mode(name) & 0o077) !== 0)).toEqual([]);
});

it('when its database dies, the local run says so in one line and exits with code 1', async () => {
  const pids = readFileSync(join(dataDir, 'dynamodb', 'dynamodb.pid'), 'utf8');
  process.kill(Number(pids.split('\n')[0]), 'SIGKILL');
  const { code, output } = await instance.ended;
  expect(code).toBe(1);
  expect(output).toContain('DynamoDB ended by itself. The data is kept: start again.');
  expect(output).not.toMatch(/^\s+at /m);
  expect(existsSync(join(dataDir, 'ready.json'))).toBe(false);
});

it('reset refuses a folder that a local run is using', async () => {
  instance = await startInstance(dataDir);
  const { code, output } = await runScript('infra/local/reset.ts', { DATA_DIR: dataDir }).ended;
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('is in use by process') });
});
