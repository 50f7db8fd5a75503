/** The ledger of a collection in memory, written under the same conditions as in the table. */
import { withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Booking, Ledger, Waiting } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';

export type MemoryLedger = {
  /** As stored; undefined before it is recorded. */
  row: Collection | undefined;
  /** By their keys, like those that wait. */
  entries: Map<string, LedgerEntry>;
  waiting: Map<string, Waiting>;
};

export const ledgerOf = ({ row, entries, waiting }: MemoryLedger): Ledger => ({
  collection: row,
  entries: [...entries.values()],
  waiting: [...waiting.values()],
});

/** Writes the entry and its effect, or neither. */
export function recordEntry(
  stored: MemoryLedger,
  booking: Booking,
  waiting?: Pick<Waiting, 'key'>,
): 'recorded' | 'lost' {
  const { entry, expected, updatedAt, received, completion, skipsSlot } = booking;
  const { row, entries } = stored;
  const isAsRead =
    row?.status === expected.status && row.entryCount === expected.entryCount && row.updatedAt <= updatedAt;
  if (row === undefined || entries.has(entry.key) || !isAsRead) return 'lost';
  entries.set(entry.key, entry);
  if (waiting) stored.waiting.delete(waiting.key);
  const skipped = skipsSlot ? { skippedSlot: row.nextSlot } : {};
  const counted = { ...row, entryCount: row.entryCount + 1, received, updatedAt, ...skipped };
  stored.row = completion === undefined ? counted : withChange(counted, completion);
  return 'recorded';
}

export function keepForLater({ waiting }: MemoryLedger, given: Waiting): void {
  if (!waiting.has(given.key)) waiting.set(given.key, given);
}
