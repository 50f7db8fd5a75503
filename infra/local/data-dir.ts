/** The files that the local run keeps in DATA_DIR, by name, each written whole; `npm run reset` removes exactly these. */
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from './settings.ts';

const READABLE_BY_OWNER = 0o600;

/** Undefined when there is no file, or it is not JSON. */
export async function readState<State>(file: string): Promise<State | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as State;
  } catch {
    return undefined;
  }
}

export async function writeState(file: string, state: unknown): Promise<void> {
  const incoming = `${file}.${process.pid}.incoming`;
  await writeFile(incoming, `${JSON.stringify(state)}\n`, { mode: READABLE_BY_OWNER });
  await chmod(incoming, READABLE_BY_OWNER);
  await rename(incoming, file);
}

export const removeState = (file: string): Promise<void> => rm(file, { force: true });

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
