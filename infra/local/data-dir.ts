/** What the local run keeps in DATA_DIR, by name; `npm run reset` removes exactly these. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from './start-failure.ts';

const NAMES = {
  /** Tells our folder from somebody else's. */
  marker: 'local-run.json',
  lock: 'run.lock',
  lockHolder: 'run.lock.pid',
  ready: 'ready.json',
  clock: 'clock.json',
  demo: 'demo.json',
  position: 'relay-position.json',
  failures: 'relay-failures.jsonl',
  deadLetters: 'wakes-not-delivered.jsonl',
  database: 'dynamodb',
  aws: 'aws',
  sandbox: 'sandbox',
} as const;

export type DataFiles = Record<keyof typeof NAMES, string>;

export const dataFiles = (dataDir: string): DataFiles =>
  Object.fromEntries(Object.entries(NAMES).map(([use, name]) => [use, join(dataDir, name)])) as DataFiles;

/** Makes the folder when it is missing. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw notWritable(dataDir, error);
  });
}

export const notWritable = (dataDir: string, error: NodeJS.ErrnoException): StartFailure =>
  new StartFailure(`DATA_DIR ${dataDir} cannot be written (${error.code ?? error.message}); choose another folder.`);

/** False for a folder that was never a local run's, and for one that does not exist. */
export async function isOurDataDir(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch((): string[] => []);
  return names.includes(NAMES.marker);
}
