/** What was so, from when to when: a reader may have seen any value that was so while it was reading. */

/** Oldest first: each value from an instant on, until the next. */
export type Timeline<T> = { at: number; value: T }[];

export const startWith = <T>(value: T): Timeline<T> => [{ at: Number.NEGATIVE_INFINITY, value }];

export const latest = <T>(timeline: Timeline<T>): T => (timeline.at(-1) as { value: T }).value;

/** The values that were so at some moment of a time, the newest first; none if there was no value yet. */
export function during<T>(timeline: Timeline<T>, { from, to }: { from: number; to: number }): T[] {
  const found: T[] = [];
  for (let n = timeline.length - 1; n >= 0; n -= 1) {
    const { at, value } = timeline[n] as { at: number; value: T };
    if (at <= to) found.push(value);
    if (at <= from) break;
  }
  return found;
}

/** Whether there was a value all the time from an instant on. */
export const isSince = <T>(timeline: Timeline<T>, instant: number): boolean =>
  (timeline[0]?.at ?? Number.POSITIVE_INFINITY) <= instant;
