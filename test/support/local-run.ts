/**
 * Starts a local run as `npm start` does, in its own process, on a free port and in its own folder.
 * Gives a local run a table of its own, in a database that few other test files use: it is there until this process ends.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '#infra/local/aws-environment.ts';
import { type Ready, readReadyFile } from '#infra/local/data-dir.ts';
import { type Child, startChild } from '#infra/local/dynamodb/run-engine.ts';

type DatabaseSettings = { DYNAMODB_ENDPOINT: string; DYNAMODB_ACCESS_KEY: string; TABLE_NAME: string };

/** `port` is `localRunsPort` of the test run. A process that asks again gets another table in the same database. */
export async function databaseForLocalRun(port: number): Promise<DatabaseSettings> {
  asked ??= askForDatabase(port);
  const { endpoint, accessKeyId } = await asked;
  return { DYNAMODB_ENDPOINT: endpoint, DYNAMODB_ACCESS_KEY: accessKeyId, TABLE_NAME: `local-run-${randomUUID()}` };
}

let asked: Promise<DatabaseAddress> | undefined;

async function askForDatabase(port: number): Promise<DatabaseAddress> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const [answer] = (await once(socket, 'data')) as [string];
  const database: DatabaseAddress | { error: string } = JSON.parse(answer);
  if ('error' in database) throw new Error(database.error);
  socket.on('error', () => {});
  // The connection stays open, and lets the process end.
  socket.unref();
  return database;
}

export type LocalRun = Ready & {
  dataDir: string;
  /** Stops the process gracefully and removes its folder. */
  stop(): Promise<void>;
  /** Stops the process gracefully and keeps its folder. */
  end(): Promise<void>;
  /** Kills the process with SIGKILL and keeps its folder. */
  kill(): Promise<void>;
};

/** As the scripts of package.json run it: older Nodes call some of what is used experimental. */
export const QUIETLY = ['--disable-warning=ExperimentalWarning'];

const MAIN = join(import.meta.dirname, '..', '..', 'infra', 'local', 'main.ts');
const START_LIMIT_MS = 240_000;

/** Resolves once it serves. `env` may name a DynamoDB, and the DATA_DIR of an earlier run. */
export async function startLocalRun(env: Record<string, string> = {}): Promise<LocalRun> {
  const dataDir = env['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'collections-')));
  const child = startChild(process.execPath, [...QUIETLY, MAIN], {
    ...process.env,
    ...env,
    PORT: '0',
    DATA_DIR: dataDir,
  });
  const ready = await untilReady(dataDir, child);
  if (ready === undefined) {
    await child.stop();
    throw new Error(`the local run does not serve:\n${child.output()}`);
  }
  return {
    ...ready,
    dataDir,
    kill: async () => {
      child.process.kill('SIGKILL');
      await child.exited;
    },
    end: child.stop,
    stop: async () => {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Asks for the health of the service, because the ready file of a killed run names an old address. */
async function untilReady(dataDir: string, child: Child): Promise<Ready | undefined> {
  const deadline = Date.now() + START_LIMIT_MS;
  let gone = false;
  void child.exited.then(() => {
    gone = true;
  });
  while (!gone && Date.now() < deadline) {
    const ready = await readReadyFile(dataDir);
    const health = ready && (await fetch(`${ready.baseUrl}/_local/health`).catch(() => undefined));
    if (health?.ok) return ready;
    await sleep(25);
  }
  return undefined;
}
