/** Collections as lines of a CSV file: the same columns in the console's download and in the export of the command line. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { csvLine } from '#lib/csv.ts';
import { expiresAt } from './timeline.ts';

const COLUMNS: Readonly<Record<string, (of: CollectionResponse) => string>> = {
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
  expiresAt: (of) => new Date(expiresAt(of)).toISOString(),
  completedAt: ({ completedAt }) => completedAt ?? '',
};

export const HEAD = csvLine(Object.keys(COLUMNS));

export const collectionLine = (of: CollectionResponse): string =>
  csvLine(Object.values(COLUMNS).map((cell) => cell(of)));
