/** One process per DATA_DIR: SQLite takes a lock of the operating system, which ends with the process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export type RunLock = { release(): void };

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
