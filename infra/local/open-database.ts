/** SQLite files that outlive the process: every change is whole, and kept before it is answered for. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** There are secrets in them. */
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** A database in a folder of its own, as SQLite keeps files beside the file, with the same rights. */
export function openDatabase(folder: string, tables: string): DatabaseSync {
  const file = join(folder, 'state.sqlite');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, OWNER_ONLY.folder);
  closeSync(openSync(file, 'a', OWNER_ONLY.file));
  chmodSync(file, OWNER_ONLY.file);
  const database = new DatabaseSync(file);
  // A killed process loses nothing that was written; a power cut is not what a local run must survive.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
  database.exec(tables);
  return database;
}
