/** Collections as lines of a CSV file: the same columns in the console's download and in the export of the command line. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { expiresAt } from './timeline.ts';

export type Cell = string | number;

/**
 * Where a spreadsheet would see a formula, also in full-width letters: at the beginning of a cell, and behind what separates
 * cells in another locale, where quotes do not hold a text together. An apostrophe makes it a text.
 */
const BEGINS_FORMULA = String.raw`["'\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫]`;
const FORMULA = new RegExp(String.raw`^(?=[\t\r\n])|(?<=^|[;,|\t\r\n])(?=${BEGINS_FORMULA})`, 'gu');
const GUARD = new RegExp(String.raw`^'(?=[\t\r\n])|(?<=^|[;,|\t\r\n])'(?=${BEGINS_FORMULA})`, 'gu');
const NEEDS_QUOTES = /[",;\t\r\n]/;

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** A cell as it was before it was written into such a file. */
export const withoutGuards = (cell: string): string => cell.replaceAll(GUARD, '');

/** A number is one also where it is negative. */
function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = cell.replaceAll(FORMULA, "'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const COLUMNS: Readonly<Record<string, (collection: CollectionResponse) => Cell>> = {
  id: ({ id }) => id,
  reference: ({ reference }) => reference,
  status: ({ status }) => status,
  amount: ({ amount }) => amount.value,
  currency: ({ amount }) => amount.currency,
  received: ({ balance }) => balance.received.value,
  outstanding: ({ balance }) => balance.outstanding.value,
  firstName: ({ contact }) => contact.firstName,
  lastName: ({ contact }) => contact.lastName,
  phone: ({ contact }) => contact.phone,
  email: ({ contact }) => contact.email,
  createdAt: ({ createdAt }) => createdAt,
  expiresAt: (collection) => new Date(expiresAt(collection)).toISOString(),
  completedAt: ({ completedAt }) => completedAt ?? '',
  dueDate: ({ dueDate }) => dueDate ?? '',
  // Behind the columns of before, for files that are read by the places of columns.
  credited: ({ balance }) => balance.credited?.value ?? 0,
};

/** Spreadsheets take a file without this mark for one of their old alphabets. */
export const UTF8_MARK = '\ufeff';

/** The head of a file with these columns, and the line of a row. */
export const csvOf = <Row>(columns: Readonly<Record<string, (row: Row) => Cell>>) => ({
  head: `${UTF8_MARK}${csvLine(Object.keys(columns))}`,
  lineOf: (row: Row): string => csvLine(Object.values(columns).map((cell) => cell(row))),
});

export const { head: HEAD, lineOf: collectionLine } = csvOf(COLUMNS);
