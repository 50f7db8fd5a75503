/** Gives a local run a table of its own, in a database that few other test files use: it is there until this process ends. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

export type DatabaseSettings = { DYNAMODB_ENDPOINT: string; TABLE_NAME: string };

/** `port` is `localRunsPort` of the test run. A process that asks again gets another table in the same database. */
export async function databaseForLocalRun(port: number): Promise<DatabaseSettings> {
  asked ??= askForEndpoint(port);
  return { DYNAMODB_ENDPOINT: await asked, TABLE_NAME: `local-run-${randomUUID()}` };
}

let asked: Promise<string> | undefined;

async function askForEndpoint(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const [answer] = (await once(socket, 'data')) as [string];
  const { endpoint, error }: { endpoint?: string; error?: string } = JSON.parse(answer);
  if (endpoint === undefined) throw new Error(error);
  socket.on('error', () => {});
  // The connection stays open, and lets the process end.
  socket.unref();
  return endpoint;
}
