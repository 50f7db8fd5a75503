/** When an account tells so much that its collections are to be spread over more partitions. */

/** Events that were told since an instant. */
export type Told = { since: string; events: number };

/** Half of what the first partitions of a feed take. */
const RUSH_A_SECOND = 1_000;
/** Fewer are no rush, however fast: DynamoDB keeps five minutes of what a partition was not asked for. */
const RUSH_EVENTS = 10_000;

/** With these events, which were told until `at`. What was no rush is not counted again. */
export function withTold(before: Told, events: number, at: string): { told: Told; isRush: boolean } {
  const sum = { since: before.since, events: before.events + events };
  if (sum.events < RUSH_EVENTS) return { told: sum, isRush: false };
  const seconds = (Date.parse(at) - Date.parse(sum.since)) / 1000;
  return { told: { since: at, events: 0 }, isRush: sum.events >= seconds * RUSH_A_SECOND };
}

/** Every reader of the feed looks into all partitions by then: a count goes on for a minute, and reads its account once. */
const KNOWN_AFTER_MS = 120_000;

export const spreadFrom = (now: Date): string => new Date(now.getTime() + KNOWN_AFTER_MS).toISOString();
