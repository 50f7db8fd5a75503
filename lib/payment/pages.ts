/** A provider's lists: pages with numbers, and the rows of each transaction. */
import { malformed } from './read-answer.ts';

/** `next` is the number of the next page, as text. */
export function pageNumber(next: string | undefined, first: 0 | 1): number {
  if (next === undefined) return first;
  if (!/^\d{1,6}$/.test(next)) throw malformed();
  return Number(next);
}

type Page = { number: number; rows: readonly unknown[]; last: unknown; size: number };

/** `last`: the number of the last page, if the provider says so; else a page that is not full is the last. */
export function nextPage({ number, rows, last, size }: Page): { next?: string } {
  const isLast = rows.length === 0 || (typeof last === 'number' ? number >= last : rows.length < size);
  return isLast ? {} : { next: String(number + 1) };
}

/** The rows of each transaction. Rows that name none are left out: nothing can be said about them. */
export function rowsByTransaction(
  rows: readonly unknown[],
  transactionOf: (row: unknown) => string | undefined,
): [string, unknown[]][] {
  const groups = new Map<string, unknown[]>();
  for (const row of rows) {
    const transaction = transactionOf(row);
    if (transaction !== undefined) groups.set(transaction, [...(groups.get(transaction) ?? []), row]);
  }
  return [...groups];
}
