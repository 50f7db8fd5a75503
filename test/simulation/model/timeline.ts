/** Values over time: a reader may see each value that was current while it was reading. */

/** Oldest first. Each value is current from its instant until the next one. */
export type Timeline<T> = { at: number; value: T }[];

export const startWith = <T>(value: T): Timeline<T> => [{ at: Number.NEGATIVE_INFINITY, value }];

export const latest = <T>(timeline: Timeline<T>): T => (timeline.at(-1) as { value: T }).value;

/** The values that were current in a period, the newest first. */
export function during<T>(timeline: Timeline<T>, { from, to }: { from: number; to: number }): T[] {
  const found: T[] = [];
  for (let n = timeline.length - 1; n >= 0; n -= 1) {
    const { at, value } = timeline[n] as { at: number; value: T };
    if (at <= to) found.push(value);
    if (at <= from) break;
  }
  return found;
}

/** Whether a value was current at the instant. */
export const isSince = <T>(timeline: Timeline<T>, instant: number): boolean =>
  (timeline[0]?.at ?? Number.POSITIVE_INFINITY) <= instant;
