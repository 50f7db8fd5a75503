/** The tables of the sandbox provider's records. Each row keeps its record as JSON. */
import type { DatabaseSync } from 'node:sqlite';

/** `number` gives the order in which rows were added. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, merchant TEXT, reference TEXT, session TEXT, UNIQUE (merchant, reference)
  );
  CREATE TABLE IF NOT EXISTS own (merchant TEXT, reference TEXT, own TEXT, UNIQUE (merchant, reference));
  CREATE TABLE IF NOT EXISTS payment (
    number INTEGER PRIMARY KEY, merchant TEXT, txn TEXT, reference TEXT, payment TEXT, UNIQUE (merchant, txn)
  );
  CREATE INDEX IF NOT EXISTS paymentReference ON payment (merchant, reference);
  CREATE TABLE IF NOT EXISTS refund (
    number INTEGER PRIMARY KEY, merchant TEXT, id TEXT, reference TEXT, refund TEXT, UNIQUE (merchant, id)
  );
  CREATE INDEX IF NOT EXISTS refundReference ON refund (merchant, reference);
  CREATE TABLE IF NOT EXISTS dispute (
    number INTEGER PRIMARY KEY, merchant TEXT, id TEXT, reference TEXT, dispute TEXT, UNIQUE (merchant, id)
  );
  CREATE INDEX IF NOT EXISTS disputeReference ON dispute (merchant, reference);
  CREATE TABLE IF NOT EXISTS webhookEvent (
    number INTEGER PRIMARY KEY, provider TEXT, txn TEXT, webhookEvent TEXT, UNIQUE (provider, txn)
  );
`;

export const createTables = (state: DatabaseSync): void => state.exec(TABLES);

/** Reads the rows of a table; the column that has the table's name keeps the record. */
export const reader =
  <Kept>(state: DatabaseSync, table: string) =>
  (where: string, ...values: string[]): Kept[] =>
    state
      .prepare(`SELECT ${table} AS kept FROM ${table} WHERE ${where}`)
      .all(...values)
      .map(({ kept }) => JSON.parse(String(kept)) as Kept);

export function inTransaction<Result>(state: DatabaseSync, write: () => Result): Result {
  state.exec('BEGIN');
  try {
    const result = write();
    state.exec('COMMIT');
    return result;
  } catch (error) {
    state.exec('ROLLBACK');
    throw error;
  }
}
