/**
 * Starts the DynamoDB processes of local runs, each for a few of them: to read one stream DynamoDB Local goes through the
 * records of all streams that it ever had, so that one process for all would make each test file slower than the last.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { DynamoDb } from '#infra/local/dynamodb/run-engine.ts';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port that gives a process a database for as long as it keeps the connection; see `local-run.ts`. */
    localRunsPort: number;
  }
}

const MAX_PROCESSES_EACH = 4;

type Database = { started: Promise<DynamoDb>; taken: number; users: Set<Socket> };

const startForLocalRuns = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  let databases: Database[] = [];
  const stop = async ({ started, users }: Database) => {
    for (const user of users) user.destroy();
    await started.then(
      (running) => running.stop(),
      () => {},
    );
  };
  const newest = (): Database => {
    const last = databases.at(-1);
    if (last !== undefined && last.taken < MAX_PROCESSES_EACH) return last;
    const next = { started: startDynamoDb({ log: () => {} }), taken: 0, users: new Set<Socket>() };
    databases.push(next);
    return next;
  };
  const server = createServer((socket) => {
    const database = newest();
    database.taken += 1;
    database.users.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      database.users.delete(socket);
      if (database.users.size > 0 || database.taken < MAX_PROCESSES_EACH || !databases.includes(database)) return;
      databases = databases.filter((other) => other !== database);
      void stop(database);
    });
    database.started.then(
      ({ endpoint, accessKeyId }) => socket.write(JSON.stringify({ endpoint, accessKeyId })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provide('localRunsPort', (server.address() as AddressInfo).port);
  return async () => {
    const left = databases;
    databases = [];
    server.close();
    await Promise.all(left.map(stop));
  };
};

export default startForLocalRuns;
