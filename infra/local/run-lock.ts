/** One process per DATA_DIR: a lock of the operating system's, by way of SQLite, which is gone with the process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export type RunLock = { release(): void };

/** The lock, or the process that holds it. It ends with this process however that ends, so it is never stale. */
export function takeRunLock(file: string): RunLock | { heldBy: string } {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isLocked(error)) throw error;
    return { heldBy: holderIn(pidFileOf(file)) };
  }
  // Only for the message to others: it is the lock that counts.
  writeFileSync(pidFileOf(file), `${process.pid}\n`);
  return { release: () => database.close() };
}

/** Beside the lock, since reading the lock file itself would let go of the lock. */
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
