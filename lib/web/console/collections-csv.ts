/** Collections as lines of a CSV file: the same columns in the console's download and in the export of the command line. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { csvLine } from '#lib/csv.ts';
import { expiresAt } from './timeline.ts';

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
};

export const HEAD = csvLine(Object.keys(COLUMNS));

export const collectionLine = (collection: CollectionResponse): string =>
  csvLine(Object.values(COLUMNS).map((cell) => cell(collection)));
