/** The DynamoDB of one machine: which engine is taken and why, and what survives a run that was killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { GetItemCommand, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseAddress, localClient } from '#infra/local/aws-environment.ts';
import { createTable } from '#infra/local/dynamodb/create-table.ts';
import type { DynamoDb, Environment } from '#infra/local/dynamodb/run-engine.ts';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

const PARENT = new URL('keep-dynamodb.ts', import.meta.url).pathname;

let folder: string;
let lines: string[];
const running: DynamoDb[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-dynamodb-'));
  lines = [];
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((db) => db.stop()));
  await rm(folder, { recursive: true, force: true });
});

const { DYNAMODB_ENDPOINT: _endpoint, JAVA_HOME: _home, ...machine } = process.env;
const withoutJava = { ...machine, PATH: '/nowhere' };

const start = async (env: Environment, dataDir?: string): Promise<DynamoDb> => {
  const db = await startDynamoDb({ env, log: (line) => lines.push(line), ...(dataDir && { dataDir }) });
  running.push(db);
  return db;
};

const startKilledRun = async (
  env: Environment,
  dataDir: string,
): Promise<{ parent: ChildProcess; database: DatabaseAddress }> => {
  const parent = spawn(process.execPath, [PARENT, dataDir], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
  return { parent, database: JSON.parse(line) };
};

const enginePid = async (): Promise<number> =>
  Number.parseInt(await readFile(join(folder, 'dynamodb.pid'), 'utf8'), 10);

const item = { pk: { S: 'a' }, sk: { S: 'b' }, kept: { S: 'yes' } };

const engines = [
  { name: "this machine's first choice", env: machine },
  { name: 'a machine without Java', env: withoutJava },
];

describe.each(engines)('on $name', ({ env, name }) => {
  it(`on ${name}, the engine ends when the run is killed, and data is kept then and when a run stops in order`, async () => {
    const { parent, database } = await startKilledRun(env, folder);
    await createTable(database, 'kept');
    await localClient(database).send(new PutItemCommand({ TableName: 'kept', Item: item }));
    const engine = await enginePid();
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(engine), { timeout: 60_000 }).toBe(false);

    for (const _restart of ['after the kill', 'after a clean stop']) {
      const db = await start(env, folder);
      await createTable(db, 'kept');
      const read = new GetItemCommand({ TableName: 'kept', Key: { pk: item.pk, sk: item.sk } });
      expect((await localClient(db).send(read)).Item).toEqual(item);
      await db.stop();
    }
    expect(existsSync(join(folder, 'dynamodb.pid'))).toBe(false);
  });

  it(`on ${name}, a data folder that a running run uses is refused, that run goes on, and the end of its engine is noticed`, async () => {
    const db = await start(env, folder);
    await expect(start(env, folder)).rejects.toThrow(`${folder} is in use by process ${process.pid}`);
    await createTable(db, 'still-there');
    process.kill(await enginePid(), 'SIGKILL');
    expect(await db.exited).toEqual({ code: null });
  });
});

it('who does not know the access key finds no table in DynamoDB Local, which listens to other machines too', async ({
  skip,
}) => {
  const db = await start(machine, folder);
  skip(db.engine !== 'dynamodb-local', 'The emulator listens to this machine only');
  await createTable(db, 'ours');
  const others = { endpoint: db.endpoint, accessKeyId: 'local' };
  expect((await localClient(others).send(new ListTablesCommand())).TableNames).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'access-key')).mode & 0o777).toBe(0o600);
});

it('what DynamoDB Local kept in a shared database, as an earlier version started it, is kept', async ({ skip }) => {
  const db = await start(machine, folder);
  skip(db.engine !== 'dynamodb-local');
  await createTable(db, 'kept');
  await db.stop();
  const store = join(folder, 'dynamodb-local');
  renameSync(join(store, `${db.accessKeyId}_us-east-1.db`), join(store, 'shared-local-instance.db'));
  const next = await start(machine, folder);
  expect((await localClient(next).send(new ListTablesCommand())).TableNames).toEqual(['kept']);
});

it('an engine that a killed run left behind is found by its recorded pid, and ended', async () => {
  const leftover = await pretendLeftover(join(folder, 'store'));
  const gone = once(leftover, 'exit');
  await start(withoutJava, folder);
  expect(await gone).toEqual([null, 'SIGTERM']);
  expect(lines).toContain(`Ending the DynamoDB that a killed run left behind (process ${leftover.pid})`);
});

it('without Java the emulator is used, and one line says so', async () => {
  expect(await start(withoutJava)).toMatchObject({ engine: 'emulator' });
  expect(lines[0]).toMatch(/^Using the embedded DynamoDB emulator instead of DynamoDB Local: no Java found/);
});

it.each([
  ['there is no Maven', undefined, 'Maven (mvn) is not installed'],
  ['Maven fails', `echo '[ERROR] no route to repository'; exit 1`, 'no route to repository'],
])('with Java, but with nothing cached and %s, the emulator is used', async (_case, maven, why) => {
  await fakeCommand('java', `echo 'openjdk version "21.0.1"' >&2`);
  if (maven) await fakeCommand('mvn', maven);
  expect(await start({ ...machine, PATH: folder, COLLECTIONS_CACHE_DIR: folder })).toMatchObject({
    engine: 'emulator',
  });
  expect(lines.join('\n')).toContain(why);
});

it('the DynamoDB of DYNAMODB_ENDPOINT is used, and not ended', async () => {
  const outside = await start(withoutJava);
  const db = await start({ ...machine, DYNAMODB_ENDPOINT: outside.endpoint });
  expect(db).toMatchObject({ engine: 'external', endpoint: outside.endpoint });
  await db.stop();
  await createTable(outside, 'still-there');
});

it('when nothing answers at DYNAMODB_ENDPOINT, the error names the address and no other DynamoDB is used', async () => {
  const refused = start({ ...machine, DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' });
  await expect(refused).rejects.toThrow(/DYNAMODB_ENDPOINT is http:\/\/127\.0\.0\.1:9, but no DynamoDB answers there/);
});

const pretendLeftover = async (commandLine: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['-e', 'console.log(); setInterval(() => {}, 1000)', commandLine]);
  await once(child.stdout, 'data');
  await writeFile(join(folder, 'dynamodb.pid'), `${child.pid}\n999999999\n`);
  return child;
};

const fakeCommand = async (name: string, script: string) => {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
