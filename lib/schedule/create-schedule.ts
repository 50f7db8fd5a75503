/** Asks EventBridge Scheduler to queue a run once, or to invoke a function once or again and again. */
import { ConflictException, CreateScheduleCommand } from '@aws-sdk/client-scheduler';
import { schedule } from './scheduler.ts';

/** `name` and `input` contain ids only, because everyone with access to schedules can read both. */
type Requested = {
  name: string;
  input: object;
  /** The ARN of the function to invoke, or of the queue to put `input` on: that of runs, if it is not given. */
  target?: string;
};

export type OneTimeSchedule = Requested & { at: Date };

/** `every` as in a rate expression, such as `1 hour`. */
type RecurringSchedule = Requested & { every: string; target: string };

/** After 15 minutes a run is stale, because the sweeper, or the next run of what recurs, has taken over. */
const RETRY = { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 };

/** Resolves when the name is taken, too: it is the same run. @throws the other errors, such as for a past instant */
export const createSchedule = ({ at, ...requested }: OneTimeSchedule): Promise<void> =>
  create(requested, atExpression(at), 'DELETE');

/** Resolves when the name is taken, too. @throws the other errors */
export const createRecurringSchedule = ({ every, ...requested }: RecurringSchedule): Promise<void> =>
  create(requested, `rate(${every})`, 'NONE');

async function create(
  { name, input, target = schedule.runsQueueArn }: Requested,
  expression: string,
  afterCompletion: 'DELETE' | 'NONE',
): Promise<void> {
  const command = new CreateScheduleCommand({
    Name: name,
    GroupName: schedule.group,
    ScheduleExpression: expression,
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: afterCompletion,
    Target: {
      Arn: target,
      RoleArn: schedule.roleArn,
      Input: JSON.stringify(input),
      RetryPolicy: RETRY,
      DeadLetterConfig: { Arn: schedule.deadLetterArn },
    },
  });
  try {
    await schedule.client.send(command);
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}

/** Scheduler takes whole seconds. We round up, because a run before its time finds nothing due. */
function atExpression(at: Date): string {
  const wholeSecond = new Date(Math.ceil(at.getTime() / 1000) * 1000);
  return `at(${wholeSecond.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)})`;
}
