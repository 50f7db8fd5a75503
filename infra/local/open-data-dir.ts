/** Takes DATA_DIR for this process: makes it, marks it as ours, refuses when another run is using it, and opens its databases. */
import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type DataFiles,
  dataFiles,
  makeDataDir,
  notWritable,
  OWNER_ONLY,
  removeState,
  writeState,
} from './data-dir.ts';
import { StartFailure } from './settings.ts';

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
