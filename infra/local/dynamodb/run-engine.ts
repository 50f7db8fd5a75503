/** Runs an engine as a child process: it is ready when this resolves, and ends when this process ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabaseAddress, expectAnswer } from '#infra/local/aws-environment.ts';
import { type DataClaim, type Log, newAccessKey } from './claim-data.ts';

export type DynamoDb = DatabaseAddress & {
  engine: 'external' | 'dynamodb-local' | 'emulator';
  /** Ends the engine, by force if needed; does nothing to an external one. Safe to call again. */
  stop(): Promise<void>;
  /** Resolves when the engine's process has ended, by `stop()` or by itself; never for an external one. */
  exited: Promise<{ code: number | null }>;
};

export type Launch = {
  engine: 'dynamodb-local' | 'emulator';
  /** Its name in messages. */
  title: string;
  command: string;
  /** Without a `store` the data is held in memory. */
  commandArguments(port: number, store?: string): string[];
  /** Called before it starts on a store. */
  prepareStore?(store: string, accessKeyId: string): Promise<void>;
  /** The name of this engine's own store inside the data folder. */
  storeName: string;
};

export type Environment = Record<string, string | undefined>;

/** How to launch an engine, or in one phrase why this machine cannot. */
export type FoundEngine = { launch: Launch } | { reason: string };

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const STOP_LIMIT_MS = 5_000;

export type Child = {
  process: ChildProcess;
  exited: Promise<{ code: number | null }>;
  output(): string;
  stop(): Promise<void>;
};

export const startChild = (command: string, commandArguments: string[], env: Environment): Child => {
  // Detached, because Ctrl-C goes to the whole process group, and requests in progress still need the engine.
  const child = spawn(command, commandArguments, { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-2_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const guard = child.pid === undefined ? undefined : guardOf(child.pid);
  const { promise: exited, resolve } = Promise.withResolvers<{ code: number | null }>();
  const ended = (code: number | null) => {
    guard?.kill('SIGKILL');
    resolve({ code });
  };
  child.on('error', (error) => {
    keep(Buffer.from(error.message));
    ended(null);
  });
  child.on('exit', ended);
  const stop = async () => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(hard);
  };
  return { process: child, exited, output: () => output, stop };
};

/** Waits on a pipe from this process, which closes when this process ends in any way, and then ends the engine. */
const guardOf = (pid: number): ChildProcess => {
  const script = 'read -r _; kill "$1"; /bin/sleep 5; kill -9 "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A machine without `sh` has no guard; the next start then finds the engine by its recorded pid.
  guard.on('error', () => {});
  return guard;
};

const READY_LIMIT_MS = 30_000;
const POLL_MS = 25;
const PORT_ATTEMPTS = 3;

type Run = { launch: Launch; claim: DataClaim | undefined; log: Log; env: Environment };

export const runEngine = async ({ launch, claim, log, env }: Run): Promise<DynamoDb> => {
  const store = claim === undefined ? undefined : join(claim.dataDir, launch.storeName);
  const accessKeyId = claim?.accessKeyId ?? newAccessKey();
  if (store !== undefined) {
    await mkdir(store, { recursive: true });
    await launch.prepareStore?.(store, accessKeyId);
  }
  // Another process may take the port after we found it free and before the engine binds it.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const child = startChild(launch.command, launch.commandArguments(port, store), env);
    const endpoint = `http://127.0.0.1:${port}`;
    try {
      await claim?.record(child.process.pid);
      await becomesReady({ endpoint, accessKeyId }, child);
    } catch (error) {
      await child.stop();
      if (attempt < PORT_ATTEMPTS && child.output().includes('in use')) continue;
      throw new Error(`${launch.title} did not start: ${(error as Error).message}`);
    }
    log(`${launch.title} answers at ${endpoint}, ${store === undefined ? 'in memory' : `data in ${store}`}`);
    const { engine } = launch;
    return { endpoint, accessKeyId, engine, exited: child.exited, stop: () => stopAndRelease(child, claim) };
  }
};

const stopAndRelease = async (child: Child, claim: DataClaim | undefined) => {
  await child.stop();
  await claim?.release();
};

const becomesReady = async (database: DatabaseAddress, child: Child): Promise<void> => {
  const limit = Date.now() + READY_LIMIT_MS;
  let gone = false;
  void child.exited.then(() => {
    gone = true;
  });
  while (!gone) {
    const ready = await expectAnswer(database, 1_000).then(
      () => true,
      () => false,
    );
    if (ready && !gone) return;
    if (Date.now() > limit) throw new Error(`no answer within ${READY_LIMIT_MS / 1000} s`);
    await sleep(POLL_MS);
  }
  throw new Error(child.output().trim() || 'it ended without output');
};

const freePort = async (): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().on('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return promise;
};
