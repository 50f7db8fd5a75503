/** Collections as lines of a CSV file: the same columns in the console's download and in the export of the command line. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { expiresAt } from './timeline.ts';

/** A cell that begins so is a formula to a spreadsheet; the apostrophe makes it a text. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const COLUMNS: Readonly<Record<string, (collection: CollectionResponse) => string>> = {
  id: ({ id }) => id,
  reference: ({ reference }) => reference,
  status: ({ status }) => status,
  amount: ({ amount }) => String(amount.value),
  currency: ({ amount }) => amount.currency,
  received: ({ balance }) => String(balance.received.value),
  outstanding: ({ balance }) => String(balance.outstanding.value),
  firstName: ({ contact }) => contact.firstName,
  lastName: ({ contact }) => contact.lastName,
  phone: ({ contact }) => contact.phone,
  email: ({ contact }) => contact.email,
  createdAt: ({ createdAt }) => createdAt,
  expiresAt: (collection) => new Date(expiresAt(collection)).toISOString(),
  completedAt: ({ completedAt }) => completedAt ?? '',
  dueDate: ({ dueDate }) => dueDate ?? '',
};

export const HEAD = csvLine(Object.keys(COLUMNS));

export const collectionLine = (collection: CollectionResponse): string =>
  csvLine(Object.values(COLUMNS).map((cell) => cell(collection)));
