/** DATA_DIR of the local run: it is marked as ours and refused while another run is using it; its files have names, are written whole, and `npm run reset` removes exactly these. */

import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
async function makeDataDir(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY.folder });
    if (made !== undefined || (await isOurDataDir(dataDir))) await chmod(dataDir, OWNER_ONLY.folder);
  } catch (error) {
    throw notWritable(dataDir, error as NodeJS.ErrnoException);
  }
}

const notWritable = (dataDir: string, error: NodeJS.ErrnoException): StartFailure =>
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

type RunLock = { release(): void };

/** Takes the lock, or returns the id of the process that holds it. A lock is never stale: it ends with its process. */
export function takeRunLock(file: string): RunLock | { heldBy: string } {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isLocked(error)) throw error;
    return { heldBy: holderIn(pidFileOf(file)) };
  }
  // Only for the error message of other processes.
  writeFileSync(pidFileOf(file), `${process.pid}\n`);
  return { release: () => database.close() };
}

/** A file of its own: reading the lock file would release the lock. */
const pidFileOf = (file: string): string => `${file}.pid`;

const SQLITE_BUSY = 5;

const isLocked = (error: unknown): boolean => (error as { errcode?: number }).errcode === SQLITE_BUSY;

function holderIn(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

export type OpenDataDir = { files: DataFiles; close(): void };

export async function openDataDir(dataDir: string): Promise<OpenDataDir> {
  const files = dataFiles(dataDir);
  await makeDataDir(dataDir);
  const lock = lockDataDir(dataDir);
  await writeState(files.marker, { what: 'Data of a local run of Collections; npm run reset wipes it.' });
  await removeState(files.ready);
  return { files, close: lock.release };
}

/** @throws {StartFailure} When another process is using the folder, or it cannot be written. */
export function lockDataDir(dataDir: string): RunLock {
  const lock = takeLock(dataDir);
  if ('release' in lock) return lock;
  throw new StartFailure(
    `DATA_DIR ${dataDir} is in use by process ${lock.heldBy}. Stop that run, or take another folder: DATA_DIR=.local-2 PORT=0 npm start`,
  );
}

function takeLock(dataDir: string): ReturnType<typeof takeRunLock> {
  try {
    accessSync(dataDir, constants.W_OK);
    return takeRunLock(dataFiles(dataDir).lock);
  } catch (error) {
    throw notWritable(dataDir, error as NodeJS.ErrnoException);
  }
}

/** A database in a folder of its own: SQLite adds files beside the first, with the same rights. */
export function openDatabase(folder: string): DatabaseSync {
  const file = join(folder, 'state.sqlite');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, OWNER_ONLY.folder);
  closeSync(openSync(file, 'a', OWNER_ONLY.file));
  chmodSync(file, OWNER_ONLY.file);
  const database = new DatabaseSync(file);
  // This loses nothing when the process is killed. It may lose the last writes in a power cut, which is accepted here.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
  return database;
}
