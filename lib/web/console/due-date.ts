/** What the reader's calendar says of a due date. Pure: time is an argument. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';

const DAY_MS = 86_400_000;

/** Noon there, so that every form of it shows the same day. */
export const noonOf = (date: string): number => Date.parse(`${date}T12:00`);

/** For how many days an unpaid debt has been late; 0 while it is not. `today` is the reader's day. */
export function daysLate({ dueDate, status }: Pick<CollectionResponse, 'dueDate' | 'status'>, today: string): number {
  if (dueDate === undefined || (status !== 'overdue' && status !== 'expired')) return 0;
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDate)) / DAY_MS));
}
