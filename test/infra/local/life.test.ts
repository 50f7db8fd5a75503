/** A local run on its own database: started, called, killed, started again, stopped, and wiped. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aCreate, call, type Instance, runScript, startInstance, useDataDir } from './local-instance.ts';

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

it('the files with the demo key can be read by their owner only', () => {
  expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'ready.json')).mode & 0o777).toBe(0o600);
});

it('collections, account, key and clock survive a kill of the local run', async () => {
  const { baseUrl, account, apiKey } = instance.ready;
  const created = await call(`${baseUrl}/public/collections`, 'POST', aCreate('before-kill'), apiKey);
  expect(created.status).toBe(201);
  const moved = await call(`${baseUrl}/_local/clock`, 'POST', { advanceMinutes: 600 });
  expect(moved).toMatchObject({ status: 200, body: { fired: expect.any(Number) } });
  await instance.kill('SIGKILL');

  instance = await startInstance(dataDir);
  expect(instance.ready).toMatchObject({ account, apiKey });
  const { id } = created.body['data'] as { id: string };
  const found = await call(`${instance.ready.baseUrl}/public/collections/${id}`, 'GET', undefined, apiKey);
  expect(found).toMatchObject({ status: 200, body: { data: { reference: 'before-kill' } } });
  const { body } = await call(`${instance.ready.baseUrl}/_local/clock`);
  expect(Date.parse(String(body['now']))).toBeGreaterThanOrEqual(Date.parse(String(moved.body['now'])));
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

it('a signal stops the local run with exit code 0, without a ready file, and with its database stopped', async () => {
  const { dynamodbEndpoint } = instance.ready;
  const { code } = await instance.kill('SIGTERM');
  expect(code).toBe(0);
  expect(existsSync(join(dataDir, 'ready.json'))).toBe(false);
  await expect(fetch(dynamodbEndpoint)).rejects.toThrow();
});

it('reset removes what the local run has kept, and no other file', async () => {
  writeFileSync(join(dataDir, 'mine.txt'), '');
  const { code } = await runScript('infra/local/reset.ts', { DATA_DIR: dataDir }).ended;
  expect(code).toBe(0);
  expect(readdirSync(dataDir)).toEqual(['mine.txt']);
  const again = await runScript('infra/local/reset.ts', { DATA_DIR: dataDir }).ended;
  expect(again).toEqual({ code: 0, output: expect.stringContaining('Nothing to wipe') });
});
