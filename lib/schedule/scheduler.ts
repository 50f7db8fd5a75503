/** The client of EventBridge Scheduler, and the settings that all schedules share. */
import { SchedulerClient } from '@aws-sdk/client-scheduler';

/** Tests and the simulator replace it. */
export const schedule = {
  client: new SchedulerClient({
    maxAttempts: 2,
    // Short, because the relay creates many schedules within its own time limit.
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  }),
  group: process.env['SCHEDULE_GROUP'] ?? '',
  functionArn: process.env['FOLLOW_UP_FUNCTION_ARN'] ?? '',
  roleArn: process.env['SCHEDULER_ROLE_ARN'] ?? '',
  /** The queue for runs that Scheduler could not deliver. */
  deadLetterArn: process.env['SCHEDULE_DLQ_ARN'] ?? '',
};
