/** Remembers for a moment which API keys the table has refused, so that repeating one costs no reads. */
import { keepNewest } from './keep-newest.ts';

/** A key that is stored after somebody has tried it works at the latest when this is over. */
const KEPT_MS = 5_000;

/** With more, the oldest is forgotten. */
const MAX_KEYS = 1_000;

/** When each key was refused, by its hash. Each world of the simulator begins with none. */
export const refusedAt = new Map<string, number>();

export function isRefused(hash: string, now: Date): boolean {
  const at = refusedAt.get(hash);
  // The clock of a test may go back.
  return at !== undefined && Math.abs(now.getTime() - at) < KEPT_MS;
}

export const rememberRefused = (hash: string, now: Date): void =>
  keepNewest(refusedAt, [hash, now.getTime()], MAX_KEYS);
