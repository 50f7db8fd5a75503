/** Asks EventBridge Scheduler to run the follow-up function once. */
import { ConflictException, CreateScheduleCommand } from '@aws-sdk/client-scheduler';
import { schedule } from './scheduler.ts';

/** `name` and `input` contain ids only, because everyone with access to schedules can read both. */
export type OneTimeSchedule = { name: string; at: Date; input: object };

/** After 15 minutes a run is stale, because the sweeper has taken over. */
const RETRY = { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 };

/** Resolves when the name is taken, too: it is the same run. @throws the other errors, such as for a past instant */
export async function createSchedule({ name, at, input }: OneTimeSchedule): Promise<void> {
  const command = new CreateScheduleCommand({
    Name: name,
    GroupName: schedule.group,
    ScheduleExpression: atExpression(at),
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: schedule.functionArn,
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
