/** The orders of a ledger's entries: as they were recorded, and as they happened. */
import type { LedgerEntry } from './ledger-entry.ts';

/** Both instants have the same number of characters. What is alike keeps its order. */
const inOrderOf =
  (placeOf: (entry: LedgerEntry) => string) =>
  (one: LedgerEntry, other: LedgerEntry): number => {
    const [first, second] = [placeOf(one), placeOf(other)];
    return first < second ? -1 : first > second ? 1 : 0;
  };

/** Those that were recorded at once, in the order in which they happened. */
export const byRecording = inOrderOf(({ recordedAt, at }) => `${recordedAt} ${at}`);

/** Money that was moved has the instant of its payment, and comes after it. */
export const byHappening = inOrderOf(({ at, recordedAt }) => `${at} ${recordedAt}`);
