/** Runs an engine as a child process: it is ready when this resolves, and ends when this process ends. */
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataClaim } from './claim-data.ts';
import type { DynamoDb, Environment, Launch, Log } from './engine.ts';
import { expectAnswer } from './local-client.ts';
import { type Child, startChild } from './start-child.ts';

const READY_LIMIT_MS = 30_000;
const POLL_MS = 25;
const PORT_ATTEMPTS = 3;

type Run = { launch: Launch; claim: DataClaim | undefined; log: Log; env: Environment };

export const runEngine = async ({ launch, claim, log, env }: Run): Promise<DynamoDb> => {
  const store = claim === undefined ? undefined : join(claim.dataDir, launch.storeName);
  if (store !== undefined) await mkdir(store, { recursive: true });
  // Another process may take the port after we found it free and before the engine binds it.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const child = startChild(launch.command, launch.commandArguments(port, store), env);
    const endpoint = `http://127.0.0.1:${port}`;
    try {
      await claim?.record(child.process.pid);
      await becomesReady(endpoint, child);
    } catch (error) {
      await child.stop();
      if (attempt < PORT_ATTEMPTS && child.output().includes('in use')) continue;
      throw new Error(`${launch.title} did not start: ${(error as Error).message}`);
    }
    log(`${launch.title} answers at ${endpoint}, ${store === undefined ? 'in memory' : `data in ${store}`}`);
    return { endpoint, engine: launch.engine, exited: child.exited, stop: () => stopAndRelease(child, claim) };
  }
};

const stopAndRelease = async (child: Child, claim: DataClaim | undefined) => {
  await child.stop();
  await claim?.release();
};

const becomesReady = async (endpoint: string, child: Child): Promise<void> => {
  const limit = Date.now() + READY_LIMIT_MS;
  let gone = false;
  void child.exited.then(() => {
    gone = true;
  });
  while (!gone) {
    const ready = await expectAnswer(endpoint, 1_000).then(
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
