/** Gives a local run a table of its own, in a database that few other test files use: it is there until this process ends. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { DatabaseAddress } from '#infra/local/aws-environment.ts';

export type DatabaseSettings = { DYNAMODB_ENDPOINT: string; DYNAMODB_ACCESS_KEY: string; TABLE_NAME: string };

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
