/** Requests to Scheduler and SQS as a deployment needs them: docs/decisions/0014-at-most-once.md, 0035-webhooks.md, the limits of AWS. */
import { isDeepStrictEqual } from 'node:util';
import { accountOfId } from './ids.ts';

// biome-ignore lint/suspicious/noExplicitAny: the input of a command, as its service reads it.
type Input = any;

export const SCHEDULER = {
  group: 'collections',
  roleArn: 'arn:role',
  deadLetterArn: 'arn:dead',
  runsQueueArn: 'arn:runs',
};

/** Once, on the second, in UTC; what could not be queued goes to a queue where it is seen. */
export function scheduleFaults(
  { Name, ScheduleExpression, Target, ...rest }: Input,
  queues: readonly string[],
): string[] {
  const { Arn, Input: input, ...target } = Target;
  const fixed = {
    GroupName: SCHEDULER.group,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
  };
  const wanted = {
    RoleArn: SCHEDULER.roleArn,
    RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 },
    DeadLetterConfig: { Arn: SCHEDULER.deadLetterArn },
  };
  const isWhole = isDeepStrictEqual(rest, fixed) && isDeepStrictEqual(target, wanted) && queues.includes(Arn);
  const isNamed = /^[\w.-]{1,64}$/.test(Name) && /^at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\)$/.test(ScheduleExpression);
  const isTask = Object.keys(JSON.parse(input)).length > 0;
  return isWhole && isNamed && isTask
    ? []
    : [`not a schedule of ours: ${JSON.stringify({ Name, ScheduleExpression, Target, rest })}`];
}

type Entry = { Id: string; MessageBody: string; DelaySeconds?: number; MessageGroupId?: string };

const MAX_BATCH = 10;
const MAX_DELAY = 900;

/** Ten at most, each under an id of its own. A group is an account's runs, or an endpoint's webhooks: none holds up the others. */
export function batchFaults(entries: readonly Entry[], isRuns: boolean): string[] {
  const ids = new Set(entries.map(({ Id }) => Id));
  const wrong = entries.filter(({ MessageBody, DelaySeconds, MessageGroupId }) => {
    const { collection, endpoint } = JSON.parse(MessageBody) as Record<string, string>;
    const isDelayed = isRuns
      ? Number.isInteger(DelaySeconds) && (DelaySeconds ?? -1) >= 0 && (DelaySeconds ?? 0) <= MAX_DELAY
      : DelaySeconds === undefined;
    return !isDelayed || MessageGroupId !== (isRuns ? accountOfId(collection ?? '') : endpoint);
  });
  return [
    ...(entries.length <= MAX_BATCH && ids.size === entries.length ? [] : [`a batch of ${entries.length}`]),
    ...wrong.map((entry) => `not a message of ours: ${JSON.stringify(entry)}`),
  ];
}
