/** The files that the local run keeps in DATA_DIR, by name; `npm run reset` removes exactly these. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from './settings.ts';
import { readState } from './state-file.ts';

const NAMES = {
  /** Marks the folder as a local run's. */
  marker: 'local-run.json',
  lock: 'run.lock',
  lockHolder: 'run.lock.pid',
  ready: 'ready.json',
  clock: 'clock.json',
  demo: 'demo.json',
  receiver: 'receiver.json',
  position: 'relay-position.json',
  failures: 'relay-failures.jsonl',
  publisherPosition: 'publisher-position.json',
  publisherFailures: 'publisher-failures.jsonl',
  deadLetters: 'runs-not-delivered.jsonl',
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

/** False for a folder that no local run has used, and for one that does not exist. */
export async function isOurDataDir(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch((): string[] => []);
  return names.includes(NAMES.marker);
}

/** How programs find the running instance: the content of `ready.json`, which exists only while it serves. */
export type Ready = {
  baseUrl: string;
  dynamodbEndpoint: string;
  /** Where the fakes of AWS's other services answer. */
  awsEndpoint: string;
  tableName: string;
  account: string;
  apiKey: string;
};

export const readReadyFile = (dataDir: string): Promise<Ready | undefined> =>
  readState<Ready>(dataFiles(dataDir).ready);
