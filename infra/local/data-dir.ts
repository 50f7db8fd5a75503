/** The files that the local run keeps in DATA_DIR, by name, each written whole; `npm run reset` removes exactly these. */
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from './settings.ts';

/** What is kept holds secrets, so only its owner may read it. */
export const OWNER_ONLY = { folder: 0o700, file: 0o600 };

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
  await writeFile(incoming, `${JSON.stringify(state)}\n`, { mode: OWNER_ONLY.file });
  await chmod(incoming, OWNER_ONLY.file);
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

/** Makes the folder when it is missing. Only its owner can look into it, unless it was there before and has other uses. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY.folder });
    if (made !== undefined || (await isOurDataDir(dataDir))) await chmod(dataDir, OWNER_ONLY.folder);
  } catch (error) {
    throw notWritable(dataDir, error as NodeJS.ErrnoException);
  }
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
  dynamodbAccessKey: string;
  /** Where the fakes of AWS's other services answer. */
  awsEndpoint: string;
  tableName: string;
  account: string;
  apiKey: string;
};

export const readReadyFile = (dataDir: string): Promise<Ready | undefined> =>
  readState<Ready>(dataFiles(dataDir).ready);
