/** The settings of the local run: PORT, DATA_DIR and TABLE_NAME. */
import { resolve } from 'node:path';

export type Settings = { port: number; dataDir: string; tableName: string };

/** The run cannot start for a reason outside of this code. It is told in one line, without a stack trace. */
export class StartFailure extends Error {}

const DEFAULT_PORT = 3000;
const DEFAULT_DATA_DIR = '.local';
const DEFAULT_TABLE_NAME = 'collections';

export function readSettings(env: Record<string, string | undefined>): Settings {
  return {
    port: readPort(env['PORT']),
    dataDir: readDataDir(env),
    tableName: env['TABLE_NAME'] || DEFAULT_TABLE_NAME,
  };
}

export const readDataDir = (env: Record<string, string | undefined>): string =>
  resolve(env['DATA_DIR'] || DEFAULT_DATA_DIR);

function readPort(given: string | undefined): number {
  if (!given) return DEFAULT_PORT;
  const port = Number(given);
  if (/^\d+$/.test(given) && port <= 65_535) return port;
  throw new StartFailure(`PORT is "${given}", but a port is a number from 0 (any free one) to 65535.`);
}
