/** The pending schedules, which the local scheduler runs. */
import type { DatabaseSync } from 'node:sqlite';

/** `at` is an ISO instant, `target` the ARN of a function, `input` the event it is invoked with. */
export type PendingSchedule = {
  name: string;
  group: string;
  at: string;
  target: string;
  input: unknown;
  /** Of a schedule that recurs: the time between its runs. */
  everyMs?: number;
};

export type Schedules = {
  /** Earliest first, like {@link Schedules.due}. */
  list(): PendingSchedule[];
  due(now: Date): PendingSchedule[];
  /** All one-time schedules that share the earliest instant, unless that is after `until`. */
  earliest(until: Date): PendingSchedule[];
  /** The recurring schedules that are due. */
  recurring(now: Date): PendingSchedule[];
  /** Removes a one-time schedule and returns it. */
  take(name: string): PendingSchedule | undefined;
  /** Moves a recurring schedule to its first instant after `now`. */
  moveOn(name: string, now: Date): void;
};

type Row = { name: string; scheduleGroup: string; atMs: number; request: string; everyMs: number | null };

/** `everyMs` is null for a one-time schedule. The statements also bring the table of an earlier version up to date. */
export function createScheduleTable(state: DatabaseSync): void {
  state.exec(`CREATE TABLE IF NOT EXISTS schedule (
    name TEXT, scheduleGroup TEXT, atMs INTEGER, clientToken TEXT, createdMs INTEGER, request TEXT, everyMs INTEGER,
    PRIMARY KEY (scheduleGroup, name)
  )`);
  const everyMs = state.prepare("SELECT 1 FROM pragma_table_info('schedule') WHERE name = 'everyMs'").get();
  if (everyMs === undefined) state.exec('ALTER TABLE schedule ADD COLUMN everyMs INTEGER');
  state.exec('CREATE INDEX IF NOT EXISTS oneTimeScheduleAt ON schedule (atMs) WHERE everyMs IS NULL');
}

export function openSchedules(state: DatabaseSync): Schedules {
  const until = state.prepare('SELECT * FROM schedule WHERE atMs <= ? ORDER BY atMs, name');
  const earliest = state.prepare(`SELECT * FROM schedule
    WHERE everyMs IS NULL AND atMs = (SELECT min(atMs) FROM schedule WHERE everyMs IS NULL) AND atMs <= ? ORDER BY name`);
  const take = state.prepare(`DELETE FROM schedule WHERE rowid =
    (SELECT rowid FROM schedule WHERE name = ? AND everyMs IS NULL ORDER BY atMs LIMIT 1) RETURNING *`);
  const moveOn =
    state.prepare(`UPDATE schedule SET atMs = atMs + everyMs * max(1, CAST((:now - atMs) / everyMs AS INTEGER) + 1)
    WHERE name = :name AND everyMs IS NOT NULL`);
  const due = (ms: number) => (until.all(ms) as Row[]).map(pending);
  return {
    list: () => due(Number.MAX_SAFE_INTEGER),
    due: (now) => due(now.getTime()),
    recurring: (now) => due(now.getTime()).filter(({ everyMs }) => everyMs !== undefined),
    earliest: (until) => (earliest.all(until.getTime()) as Row[]).map(pending),
    take: (name) => (take.all(name) as Row[]).map(pending)[0],
    moveOn: (name, now) => void moveOn.run({ name, now: now.getTime() }),
  };
}

function pending({ name, scheduleGroup, atMs, request, everyMs }: Row): PendingSchedule {
  const { Target } = JSON.parse(request) as { Target: { Arn: string; Input?: string } };
  const input: unknown = Target.Input === undefined ? {} : JSON.parse(Target.Input);
  const at = new Date(atMs).toISOString();
  return { name, group: scheduleGroup, at, target: Target.Arn, input, ...(everyMs !== null && { everyMs }) };
}
