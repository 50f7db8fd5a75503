/** The pending schedules, which the local scheduler runs. */
import type { DatabaseSync } from 'node:sqlite';

/** `at` is an ISO instant, `target` the ARN of a function, `input` the event it is invoked with. */
export type PendingSchedule = { name: string; group: string; at: string; target: string; input: unknown };

export type Schedules = {
  /** Earliest first, like {@link Schedules.due}. */
  list(): PendingSchedule[];
  due(now: Date): PendingSchedule[];
  /** All that share the earliest instant, unless that is after `until`. */
  earliest(until: Date): PendingSchedule[];
  /** Removes a schedule and returns it. */
  take(name: string): PendingSchedule | undefined;
};

type Row = { name: string; scheduleGroup: string; atMs: number; request: string };

export function openSchedules(state: DatabaseSync): Schedules {
  const until = state.prepare('SELECT * FROM schedule WHERE atMs <= ? ORDER BY atMs, name');
  const earliest = state.prepare(`SELECT * FROM schedule
    WHERE atMs = (SELECT min(atMs) FROM schedule) AND atMs <= ? ORDER BY name`);
  const take = state.prepare(`DELETE FROM schedule WHERE rowid =
    (SELECT rowid FROM schedule WHERE name = ? ORDER BY atMs LIMIT 1) RETURNING *`);
  const due = (ms: number) => (until.all(ms) as Row[]).map(pending);
  return {
    list: () => due(Number.MAX_SAFE_INTEGER),
    due: (now) => due(now.getTime()),
    earliest: (until) => (earliest.all(until.getTime()) as Row[]).map(pending),
    take: (name) => (take.all(name) as Row[]).map(pending)[0],
  };
}

function pending({ name, scheduleGroup, atMs, request }: Row): PendingSchedule {
  const { Target } = JSON.parse(request) as { Target: { Arn: string; Input?: string } };
  const input: unknown = Target.Input === undefined ? {} : JSON.parse(Target.Input);
  return { name, group: scheduleGroup, at: new Date(atMs).toISOString(), target: Target.Arn, input };
}
