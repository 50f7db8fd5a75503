/** The way to EventBridge Scheduler: one client, and what every run has in common. */
import { SchedulerClient } from '@aws-sdk/client-scheduler';

/** Tests and the simulator replace it. */
export const schedule = {
  client: new SchedulerClient({
    maxAttempts: 2,
    // All attempts together stay far inside the time limit of the relay, which has many records to get through.
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  }),
  group: process.env['SCHEDULE_GROUP'] ?? '',
  /** The function that is run, the role it is run with, and the queue for runs that never got through. */
  functionArn: process.env['FOLLOW_UP_FUNCTION_ARN'] ?? '',
  roleArn: process.env['SCHEDULER_ROLE_ARN'] ?? '',
  deadLetterArn: process.env['SCHEDULE_DLQ_ARN'] ?? '',
};
