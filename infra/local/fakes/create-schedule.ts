/** The request for a new schedule, as EventBridge Scheduler's service model has it. */
import * as z from 'zod/mini';
import { AwsRefusal } from './aws-refusal.ts';
import { readJson } from './fake.ts';

export const NAME = z.string().check(z.regex(/^[0-9a-zA-Z-_.]{1,64}$/));

const JsonText = z.string().check(z.refine((text) => readJson(text) !== undefined, 'Member must be well-formed JSON'));

/** Only the fields of a Lambda target. */
const Target = z.object({
  Arn: z.string().check(z.regex(/^arn:aws:lambda:[a-z0-9-]+:\d{12}:function:[\w-]+(:[\w$-]+)?$/)),
  RoleArn: z.string().check(z.maxLength(1600), z.regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/)),
  Input: z.optional(JsonText),
  RetryPolicy: z.optional(
    z.object({
      MaximumEventAgeInSeconds: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))),
      MaximumRetryAttempts: z.optional(z.int().check(z.minimum(0), z.maximum(185))),
    }),
  ),
  DeadLetterConfig: z.optional(
    z.object({ Arn: z.string().check(z.regex(/^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[\w-]+$/)) }),
  ),
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

/** The instant of a one-time schedule. Scheduler refuses the past; the fake also refuses what repeats. */
export function instantOf(expression: string, now: Date): Date {
  const [, local] = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression) ?? [];
  const at = new Date(`${local}Z`);
  if (Number.isNaN(at.getTime())) throw invalidSchedule(`Invalid Schedule Expression ${expression}.`);
  if (at < now) throw invalidSchedule(`Invalid Schedule Expression ${expression}: it is in the past.`);
  return at;
}

export const invalidSchedule = (message: string): AwsRefusal =>
  new AwsRefusal({ status: 400, type: 'ValidationException', message });
