/** The queue that feeds the function which delivers webhooks. */
import type { WebhookTask } from '#lib/domain/webhook/webhook-task.ts';
import { logCounted } from '#lib/log.ts';
import { MAX_BATCH, sendBatch } from './sqs.ts';

/** Tests and the simulator replace it. */
export const webhooksQueue = { url: process.env['WEBHOOKS_QUEUE_URL'] ?? '' };

/** Returns how many could not be queued. It does not throw: the sweeper finds those. */
export async function queueWebhooks(tasks: readonly WebhookTask[]): Promise<number> {
  let refused = 0;
  for (let from = 0; from < tasks.length; from += MAX_BATCH) {
    const batch = tasks.slice(from, from + MAX_BATCH);
    refused += await sendBatch(webhooksQueue.url, batch.map(messageOf)).catch(() => batch.length);
  }
  if (refused > 0) logCounted('ERROR', 'webhook_not_queued', { refused });
  return refused;
}

/** The group makes it a fair queue: an endpoint that hangs does not hold up the others. */
const messageOf = (task: WebhookTask) => ({ MessageBody: JSON.stringify(task), MessageGroupId: task.endpoint });
