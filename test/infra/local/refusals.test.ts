/** When a local run cannot start, one line says why and what helps, without a stack trace. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings, StartFailure } from '#infra/local/settings.ts';
import { type Environment, runScript, sharedDatabase, startInstance, useDataDir } from './local-instance.ts';

const dataDir = useDataDir();
const refusal = async (env: Environment) => {
  const { code, output } = await runScript('infra/local/main.ts', { PORT: '0', DATA_DIR: dataDir, ...env }).ended;
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  return output;
};

it('a start on a port that is in use names the port, and how to take another', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const output = await refusal({ PORT: String(port), ...(await sharedDatabase()) });
  other.close();
  expect(output).toContain(`Port ${port} is already in use. Use another one: PORT=`);
});

it('a start refuses a wrong port', async () => {
  expect(await refusal({ PORT: 'abc' })).toContain('PORT is "abc"');
});

it.each(['abc', '70000', '-1', '3.5'])('the settings refuse %s as a port', (PORT) => {
  const read = () => readSettings({ PORT });
  expect(read).toThrow(StartFailure);
  expect(read).toThrow(`PORT is "${PORT}"`);
});

it('a start names the address of a DynamoDB that does not answer', async () => {
  expect(await refusal({ DYNAMODB_ENDPOINT: 'http://127.0.0.1:1' })).toContain(
    'DYNAMODB_ENDPOINT is http://127.0.0.1:1',
  );
});

it('a start names a data folder that cannot be written', async () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  const output = await refusal({ DATA_DIR: join(file, 'inside'), ...(await sharedDatabase()) });
  expect(output).toContain('cannot be written (ENOTDIR)');
});

it('a start refuses a data folder that another run is using, and that run goes on', async () => {
  const database = await sharedDatabase();
  const instance = await startInstance(dataDir, database);
  expect(await refusal(database)).toMatch(/is in use by process \d+\. Stop that run, or take another folder/);
  expect((await fetch(`${instance.ready.baseUrl}/_local/health`)).status).toBe(200);
});
