/** A fake of EventBridge Scheduler: creates, shows, lists and deletes schedules, which the local scheduler runs. */
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { KNOWN, scheduleArn } from './environment.ts';
import { type AwsAnswer, AwsRefusal, type AwsRequest, type Fake, readBody, readJson, restError } from './fake.ts';

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

type PendingRow = { name: string; scheduleGroup: string; atMs: number; request: string; everyMs: number | null };

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
  const due = (ms: number) => (until.all(ms) as PendingRow[]).map(pending);
  return {
    list: () => due(Number.MAX_SAFE_INTEGER),
    due: (now) => due(now.getTime()),
    recurring: (now) => due(now.getTime()).filter(({ everyMs }) => everyMs !== undefined),
    earliest: (until) => (earliest.all(until.getTime()) as PendingRow[]).map(pending),
    take: (name) => (take.all(name) as PendingRow[]).map(pending)[0],
    moveOn: (name, now) => void moveOn.run({ name, now: now.getTime() }),
  };
}

function pending({ name, scheduleGroup, atMs, request, everyMs }: PendingRow): PendingSchedule {
  const { Target } = JSON.parse(request) as { Target: { Arn: string; Input?: string } };
  const input: unknown = Target.Input === undefined ? {} : JSON.parse(Target.Input);
  const at = new Date(atMs).toISOString();
  return { name, group: scheduleGroup, at, target: Target.Arn, input, ...(everyMs !== null && { everyMs }) };
}

const NAME = z.string().check(z.regex(/^[0-9a-zA-Z-_.]{1,64}$/));

const JsonText = z.string().check(z.refine((text) => readJson(text) !== undefined, 'Member must be well-formed JSON'));

const QUEUE = 'sqs:[a-z0-9-]+:\\d{12}:[\\w-]+';
const FUNCTION = 'lambda:[a-z0-9-]+:\\d{12}:function:[\\w-]+(:[\\w$-]+)?';

/** Only the fields of a target that is a function or a queue. */
const Target = z.object({
  Arn: z.string().check(z.regex(new RegExp(`^arn:aws:(${FUNCTION}|${QUEUE})$`))),
  RoleArn: z.string().check(z.maxLength(1600), z.regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/)),
  Input: z.optional(JsonText),
  RetryPolicy: z.optional(
    z.object({
      MaximumEventAgeInSeconds: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))),
      MaximumRetryAttempts: z.optional(z.int().check(z.minimum(0), z.maximum(185))),
    }),
  ),
  DeadLetterConfig: z.optional(z.object({ Arn: z.string().check(z.regex(new RegExp(`^arn:aws:${QUEUE}$`))) })),
});

const CreateSchedule = z.object({
  ScheduleExpression: z.string().check(z.minLength(1), z.maxLength(256)),
  // The fake has one zone and no schedules that are switched off.
  ScheduleExpressionTimezone: z.optional(z.literal('UTC')),
  State: z.optional(z.literal('ENABLED')),
  FlexibleTimeWindow: z.object({
    Mode: z.enum(['OFF', 'FLEXIBLE']),
    MaximumWindowInMinutes: z.optional(z.int().check(z.minimum(1), z.maximum(1440))),
  }),
  Target,
  GroupName: z._default(NAME, 'default'),
  ActionAfterCompletion: z.optional(z.enum(['NONE', 'DELETE'])),
  ClientToken: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9-_]{1,64}$/))),
  Description: z.optional(z.string().check(z.maxLength(512))),
});

/** When a schedule runs first, and after how long again if it recurs. */
type Timing = { at: Date; everyMs: number | null };

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 60 * 60_000, day: 24 * 60 * 60_000 };

/** Scheduler refuses an instant in the past; the fake knows no cron expressions. */
function timingOf(expression: string, now: Date): Timing {
  const [, local] = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression) ?? [];
  const [, count, unit = ''] = /^rate\(([1-9]\d{0,5}) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const everyMs = count === undefined ? null : Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  // Scheduler begins at once; here each account that is made for a test would be reconciled at once.
  const at = everyMs === null ? new Date(`${local}Z`) : new Date(now.getTime() + everyMs);
  if (Number.isNaN(at.getTime())) throw invalidSchedule(`Invalid Schedule Expression ${expression}.`);
  if (at < now) throw invalidSchedule(`Invalid Schedule Expression ${expression}: it is in the past.`);
  return { at, everyMs };
}

const invalidSchedule = (message: string): AwsRefusal =>
  new AwsRefusal({ status: 400, type: 'ValidationException', message });

type Row = { name: string; scheduleGroup: string; clientToken: string | null; createdMs: number; request: string };

const PATH = /^\/schedules(?:\/([^/]+))?$/;
const GROUPS = new Set<string>(['default', KNOWN.SCHEDULE_GROUP]);
const MAX_PER_PAGE = 100;

const refusal = (status: number, type: string, message: string): AwsRefusal =>
  new AwsRefusal({ status, type, message });
const notFound = (what: string): AwsRefusal => refusal(404, 'ResourceNotFoundException', `${what} does not exist.`);

export const fakeScheduler = (state: DatabaseSync, now: () => Date): Fake => ({
  signingName: 'scheduler',
  answers: ({ url }) => PATH.test(url.pathname),
  spellError: restError('Message'),
  faults: {
    service: 'scheduler',
    refusals: {
      reject: invalidSchedule('The schedule was refused'),
      throttle: refusal(429, 'ThrottlingException', 'Rate exceeded'),
      error: refusal(500, 'InternalServerException', 'Internal server error'),
    },
  },
  answer: (request) => {
    const segment = PATH.exec(request.url.pathname)?.[1];
    if (segment === undefined) return listSchedules(state, request.url.searchParams);
    const name = decodeURIComponent(segment);
    if (!NAME.safeParse(name).success) throw invalidSchedule(`Value '${name}' at 'name' does not match its pattern.`);
    if (request.method === 'POST') return createSchedule(state, { name, request, now: now() });
    const group = request.url.searchParams.get('groupName') ?? 'default';
    return request.method === 'DELETE' ? deleteSchedule(state, group, name) : getSchedule(state, group, name);
  },
});

type Creation = { name: string; request: AwsRequest; now: Date };

function createSchedule(state: DatabaseSync, { name, request, now }: Creation): AwsAnswer {
  const wanted = readBody(request, CreateSchedule, invalidSchedule);
  const { GroupName: group, ClientToken: token = null } = wanted;
  const { at, everyMs } = timingOf(wanted.ScheduleExpression, now);
  if (!GROUPS.has(group)) throw notFound(`Schedule group ${group}`);
  const created = { status: 200, body: { ScheduleArn: scheduleArn(group, name) } };
  const existing = find(state, group, name);
  // The same call again, as the SDK's retry after a lost answer.
  if (existing && token !== null && existing.clientToken === token) return created;
  if (existing) throw refusal(409, 'ConflictException', `Schedule ${name} already exists.`);
  state
    .prepare('INSERT INTO schedule VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(name, group, at.getTime(), token, now.getTime(), JSON.stringify(wanted), everyMs);
  return created;
}

const find = (state: DatabaseSync, group: string, name: string): Row | undefined =>
  state.prepare('SELECT * FROM schedule WHERE scheduleGroup = ? AND name = ?').get(group, name) as Row | undefined;

function getSchedule(state: DatabaseSync, group: string, name: string): AwsAnswer {
  const row = find(state, group, name);
  if (!row) throw notFound(`Schedule ${name}`);
  const { ClientToken, ...wanted } = JSON.parse(row.request) as Record<string, unknown>;
  return { status: 200, body: { ScheduleExpressionTimezone: 'UTC', ...wanted, ...summary(row) } };
}

function deleteSchedule(state: DatabaseSync, group: string, name: string): AwsAnswer {
  const { changes } = state.prepare('DELETE FROM schedule WHERE scheduleGroup = ? AND name = ?').run(group, name);
  if (changes === 0) throw notFound(`Schedule ${name}`);
  return { status: 200, body: {} };
}

function listSchedules(state: DatabaseSync, query: URLSearchParams): AwsAnswer {
  const pageSize = Number(query.get('MaxResults') ?? MAX_PER_PAGE);
  if (!(pageSize >= 1 && pageSize <= MAX_PER_PAGE)) throw invalidSchedule("Value at 'maxResults' is out of range.");
  const all = state.prepare('SELECT * FROM schedule ORDER BY scheduleGroup, name').all() as Row[];
  const prefix = query.get('NamePrefix') ?? '';
  const after = query.get('NextToken') ?? '';
  const rest = all
    .filter(({ scheduleGroup }) => scheduleGroup === (query.get('ScheduleGroup') ?? scheduleGroup))
    .filter((row) => row.name.startsWith(prefix) && pathOf(row) > after);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  const NextToken = last && rest.length > pageSize ? pathOf(last) : undefined;
  return { status: 200, body: { Schedules: page.map(listed), ...(NextToken && { NextToken }) } };
}

const pathOf = ({ scheduleGroup, name }: Row): string => `${scheduleGroup}/${name}`;

const summary = ({ name, scheduleGroup, createdMs }: Row) => ({
  Arn: scheduleArn(scheduleGroup, name),
  Name: name,
  GroupName: scheduleGroup,
  State: 'ENABLED',
  CreationDate: createdMs / 1000,
  LastModificationDate: createdMs / 1000,
});

function listed(row: Row): object {
  const { Target } = JSON.parse(row.request) as { Target: { Arn: string } };
  return { ...summary(row), Target: { Arn: Target.Arn } };
}
