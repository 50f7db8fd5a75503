/** The client of EventBridge Scheduler, and the settings that all schedules share. */
import { SchedulerClient } from '@aws-sdk/client-scheduler';

/** Tests and the simulator replace it. */
export const schedule = {
  client: new SchedulerClient({
    maxAttempts: 3,
    // Short, because the relay creates many schedules within its own time limit.
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  }),
  group: process.env['SCHEDULE_GROUP'] ?? '',
  /** The queue of runs, which is the target of a schedule unless another is given. */
  runsQueueArn: process.env['RUNS_QUEUE_ARN'] ?? '',
  roleArn: process.env['SCHEDULER_ROLE_ARN'] ?? '',
  /** The queue for what Scheduler could not deliver. */
  deadLetterArn: process.env['SCHEDULE_DLQ_ARN'] ?? '',
};
