/** Has Scheduler put a message on the queue of webhooks later. */
import type { WebhookTask } from '#lib/domain/webhook/webhook-task.ts';
import { logCounted } from '#lib/log.ts';
import { createSchedule } from './create-schedule.ts';

/** Tests and the simulator replace it. */
export const webhookSchedules = { queueArn: process.env['WEBHOOKS_QUEUE_ARN'] ?? '' };

/** It does not throw: the sweeper finds what has no schedule. The name is the attempt's, so a repetition is the same. */
export async function scheduleWebhook(task: WebhookTask, at: Date): Promise<void> {
  const { endpoint, delivery, round, attempt } = task;
  const name = delivery === undefined ? `${endpoint}-${at.getTime().toString(36)}` : `${delivery}-${round}-${attempt}`;
  const target = webhookSchedules.queueArn;
  await createSchedule({ name, at, input: task, target }).catch((error: Error) =>
    logCounted('ERROR', 'webhook_not_queued', { error: error.name }),
  );
}
