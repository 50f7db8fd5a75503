/** The queue that feeds the function which delivers webhooks, and the schedules that put later messages on it. */
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { WebhookTask } from '#lib/domain/webhook/webhook-task.ts';
import { logCounted } from '#lib/log.ts';
import { createSchedule } from './create-schedule.ts';
import { MAX_BATCH, runsQueue } from './runs-queue.ts';

/** Tests and the simulator replace it. */
export const webhooksQueue = {
  url: process.env['WEBHOOKS_QUEUE_URL'] ?? '',
  arn: process.env['WEBHOOKS_QUEUE_ARN'] ?? '',
};

/** Returns how many could not be queued. It does not throw: the sweeper finds those. */
export async function queueWebhooks(tasks: readonly WebhookTask[]): Promise<number> {
  let refused = 0;
  for (let from = 0; from < tasks.length; from += MAX_BATCH) {
    const batch = tasks.slice(from, from + MAX_BATCH);
    refused += await sendBatch(batch).catch(() => batch.length);
  }
  if (refused > 0) logCounted('ERROR', 'webhook_not_queued', { refused });
  return refused;
}

/** The group makes it a fair queue: an endpoint that hangs does not hold up the others. */
async function sendBatch(tasks: readonly WebhookTask[]): Promise<number> {
  const command = new SendMessageBatchCommand({
    QueueUrl: webhooksQueue.url,
    Entries: tasks.map((task, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(task),
      MessageGroupId: task.endpoint,
    })),
  });
  const { Failed = [] } = await runsQueue.client.send(command);
  return Failed.length;
}

/** It does not throw: the sweeper finds what has no schedule. The name is the attempt's, so a repetition is the same. */
export async function scheduleWebhook(task: WebhookTask, at: Date): Promise<void> {
  const { endpoint, delivery, round, attempt } = task;
  const name = delivery === undefined ? `${endpoint}-${at.getTime().toString(36)}` : `${delivery}-${round}-${attempt}`;
  await createSchedule({ name, at, input: task, target: webhooksQueue.arn }).catch((error: Error) =>
    logCounted('ERROR', 'webhook_not_queued', { error: error.name }),
  );
}
