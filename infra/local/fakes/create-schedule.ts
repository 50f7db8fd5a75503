/** The request for a new schedule, as EventBridge Scheduler's service model has it. */
import * as z from 'zod/mini';
import { AwsRefusal } from './aws-refusal.ts';
import { readJson } from './fake.ts';

export const NAME = z.string().check(z.regex(/^[0-9a-zA-Z-_.]{1,64}$/));

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

export const CreateSchedule = z.object({
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
export function timingOf(expression: string, now: Date): Timing {
  const [, local] = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression) ?? [];
  const [, count, unit = ''] = /^rate\(([1-9]\d{0,5}) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const everyMs = count === undefined ? null : Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  // Scheduler begins at once; here each account that is made for a test would be reconciled at once.
  const at = everyMs === null ? new Date(`${local}Z`) : new Date(now.getTime() + everyMs);
  if (Number.isNaN(at.getTime())) throw invalidSchedule(`Invalid Schedule Expression ${expression}.`);
  if (at < now) throw invalidSchedule(`Invalid Schedule Expression ${expression}: it is in the past.`);
  return { at, everyMs };
}

export const invalidSchedule = (message: string): AwsRefusal =>
  new AwsRefusal({ status: 400, type: 'ValidationException', message });
