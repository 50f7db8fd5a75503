/** Asks EventBridge Scheduler to run the follow-up function once. */
import { ConflictException, CreateScheduleCommand } from '@aws-sdk/client-scheduler';
import { schedule } from './scheduler.ts';

/** `name` and `input` hold ids only: whoever may read schedules reads both. */
export type OneTimeSchedule = { name: string; at: Date; input: object };

/** Later than this a run is stale: the sweeper has taken over. */
const RETRY = { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 };

/**
 * Resolves when the run exists: a name is only ever used for one run, so one that is taken is this very run. What
 * Scheduler cannot take now, or not at all (an instant that has passed), is thrown.
 */
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

/** Scheduler counts in whole seconds. Rounded up: a run that runs before its time finds nothing due. */
function atExpression(at: Date): string {
  const wholeSecond = new Date(Math.ceil(at.getTime() / 1000) * 1000);
  return `at(${wholeSecond.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)})`;
}
