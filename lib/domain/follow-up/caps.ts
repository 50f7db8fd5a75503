/** The hard limits: whatever was asked for, nobody gets more reminders than this. */

const DAY = 24 * 60 * 60_000;

export const MAX_IN_24_HOURS = 12;
export const MAX_PER_COLLECTION = 60;

export type Cap = 'cap_24h' | 'cap_collection';

/**
 * The cap that forbids one more reminder at this time, after all the earlier ones (in order). Two that are exactly
 * 24 hours apart are not within 24 hours.
 */
export function capReached(earlier: readonly { dueAt: number }[], dueAt: number): Cap | undefined {
  if (earlier.length >= MAX_PER_COLLECTION) return 'cap_collection';
  const twelfthBefore = earlier.at(-MAX_IN_24_HOURS);
  return twelfthBefore !== undefined && dueAt - twelfthBefore.dueAt < DAY ? 'cap_24h' : undefined;
}
