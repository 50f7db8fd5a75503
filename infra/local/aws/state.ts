/** What the stand-ins know, in one SQLite file: every change is whole, and kept before it is answered for. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const TABLES = `
  CREATE TABLE IF NOT EXISTS schedule (
    name TEXT, scheduleGroup TEXT, atMs INTEGER, clientToken TEXT, createdMs INTEGER, request TEXT,
    PRIMARY KEY (scheduleGroup, name)
  );
  CREATE INDEX IF NOT EXISTS scheduleAt ON schedule (atMs);
  CREATE TABLE IF NOT EXISTS message (number INTEGER PRIMARY KEY, id TEXT UNIQUE, message TEXT);
  CREATE TABLE IF NOT EXISTS fault (number INTEGER PRIMARY KEY, service TEXT, kind TEXT, times INTEGER);
`;

/** A folder of its own, as SQLite keeps files beside the file. */
const STATE_FOLDER = 'aws';

export function openState(dataDir: string): DatabaseSync {
  const folder = join(dataDir, STATE_FOLDER);
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'state.sqlite'));
  // A killed process loses nothing that was written; a power cut is not what a local run must survive.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;');
  database.exec(TABLES);
  return database;
}
