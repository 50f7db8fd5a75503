/** The life of a local run on its own database: started, called, killed, started again, stopped, wiped. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aCreate, call, type Instance, runScript, startInstance, useDataDir } from './local-instance.ts';

const dataDir = useDataDir();
let instance: Instance;

it('is ready with one command, and its printed curl line creates a collection', async () => {
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

it('keeps the demo key where only its owner can read it', () => {
  expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'ready.json')).mode & 0o777).toBe(0o600);
});

it('loses nothing when it is killed: collections, account, key and clock are there after the next start', async () => {
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

it('says so and exits 1 when its database dies', async () => {
  const pids = readFileSync(join(dataDir, 'dynamodb', 'dynamodb.pid'), 'utf8');
  process.kill(Number(pids.split('\n')[0]), 'SIGKILL');
  const { code, output } = await instance.ended;
  expect(code).toBe(1);
  expect(output).toContain('DynamoDB ended by itself. The data is kept: start again.');
  expect(output).not.toMatch(/^\s+at /m);
  expect(existsSync(join(dataDir, 'ready.json'))).toBe(false);
});

it('refuses to be wiped while it runs', async () => {
  instance = await startInstance(dataDir);
  const { code, output } = await runScript('infra/local/reset.ts', { DATA_DIR: dataDir }).ended;
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('is in use by process') });
});

it('stops cleanly on a signal: exit code 0, no ready file, no database left', async () => {
  const { dynamodbEndpoint } = instance.ready;
  const { code } = await instance.kill('SIGTERM');
  expect(code).toBe(0);
  expect(existsSync(join(dataDir, 'ready.json'))).toBe(false);
  await expect(fetch(dynamodbEndpoint)).rejects.toThrow();
});

it('is wiped by reset, which leaves what is not its own', async () => {
  writeFileSync(join(dataDir, 'mine.txt'), '');
  const { code } = await runScript('infra/local/reset.ts', { DATA_DIR: dataDir }).ended;
  expect(code).toBe(0);
  expect(readdirSync(dataDir)).toEqual(['mine.txt']);
  const again = await runScript('infra/local/reset.ts', { DATA_DIR: dataDir }).ended;
  expect(again).toEqual({ code: 0, output: expect.stringContaining('Nothing to wipe') });
});
