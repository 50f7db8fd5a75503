/** Asks EventBridge Scheduler to wake the follow-up function once. */
import { ConflictException, CreateScheduleCommand } from '@aws-sdk/client-scheduler';
import { schedule } from './schedule.ts';

/** `name` and `input` hold ids only: whoever may read schedules reads both. */
export type Wake = { name: string; at: Date; input: object };

/** Later than this a wake is stale: the sweeper has taken over. */
const RETRY = { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 };

/**
 * Resolves when the wake exists: a name is only ever used for one wake, so one that is taken is this very wake. What
 * Scheduler cannot take now, or not at all (an instant that has passed), is thrown.
 */
export async function createWake({ name, at, input }: Wake): Promise<void> {
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

/** Scheduler counts in whole seconds. Rounded up: a wake that rings before its time finds nothing due. */
function atExpression(at: Date): string {
  const wholeSecond = new Date(Math.ceil(at.getTime() / 1000) * 1000);
  return `at(${wholeSecond.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)})`;
}
