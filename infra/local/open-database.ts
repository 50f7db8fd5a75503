/** SQLite files that outlive the process: every change is written whole, and before the change is answered for. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The files hold secrets, so only their owner may read them. */
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

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
