/** Pages of all that has moved at the sandbox provider between two instants, by when it began, as the lists of real providers are. */
import type { DatabaseSync } from 'node:sqlite';
import type { MovementRecords } from './records.ts';

export type MovementsQuery = {
  merchant: string;
  what: keyof MovementRecords;
  /** Both instants belong to the span. */
  from: string;
  to: string;
  /** The cursor of the page, as `next` of the page before. */
  cursor?: string | undefined;
};

export type MovementsPage = { movements: MovementRecords[keyof MovementRecords][number][]; next?: string };

const PAGE = 100;

/** `at`: the instants of its steps, of which the first counts. */
const SOURCES: Record<keyof MovementRecords, { table: string; at: readonly string[] }> = {
  payments: { table: 'payment', at: ['paidAt'] },
  refunds: { table: 'refund', at: ['doneAt', 'failedAt'] },
  disputes: { table: 'dispute', at: ['openedAt'] },
};

/** In SQL, `min` of one value is another function, and of values with a null it is null. */
function earliestOf(table: string, steps: readonly string[]): string {
  const each = steps.map((step) => `coalesce(json_extract(${table}, '$.${step}'), '9')`);
  return each.length === 1 ? each.join() : `min(${each.join(', ')})`;
}

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z)_(\d{1,15})$/;

export const isCursor = (text: string): boolean => CURSOR.test(text);

export function movementsIn(state: DatabaseSync, { merchant, what, from, to, cursor = '' }: MovementsQuery) {
  const { table, at } = SOURCES[what];
  const [, afterAt = '', afterNumber = '0'] = CURSOR.exec(cursor) ?? [];
  const rows = state
    .prepare(
      `SELECT * FROM (
         SELECT number, ${table} AS kept, ${earliestOf(table, at)} AS at FROM ${table} WHERE merchant = ?
       ) WHERE at BETWEEN ? AND ? AND (at, number) > (?, ?) ORDER BY at, number LIMIT ${PAGE + 1}`,
    )
    .all(merchant, from, to, afterAt, Number(afterNumber));
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const movements = page.map(({ kept }) => JSON.parse(String(kept)));
  return { movements, ...(rows.length > PAGE && { next: `${last?.['at']}_${last?.['number']}` }) } as MovementsPage;
}
