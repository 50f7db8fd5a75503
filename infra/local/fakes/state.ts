/** What the fakes know. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#infra/local/open-database.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS schedule (
    name TEXT, scheduleGroup TEXT, atMs INTEGER, clientToken TEXT, createdMs INTEGER, request TEXT,
    PRIMARY KEY (scheduleGroup, name)
  );
  CREATE INDEX IF NOT EXISTS scheduleAt ON schedule (atMs);
  CREATE TABLE IF NOT EXISTS message (number INTEGER PRIMARY KEY, id TEXT UNIQUE, message TEXT);
  CREATE TABLE IF NOT EXISTS fault (number INTEGER PRIMARY KEY, service TEXT, kind TEXT, times INTEGER);
  CREATE TABLE IF NOT EXISTS secret (
    name TEXT PRIMARY KEY, arn TEXT UNIQUE, value TEXT, version TEXT, createdMs INTEGER, changedMs INTEGER
  );
`;

export const openState = (dataDir: string): DatabaseSync => openDatabase(join(dataDir, 'aws'), TABLES);
