/** Delivers webhooks: one message of the queue is one attempt, or the work of an endpoint that waits to be enabled. */

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { channels } from '#lib/channels/channels.ts';
import { clock } from '#lib/clock.ts';
import { parseEndpointId } from '#lib/domain/ids.ts';
import { noticeEmail } from '#lib/domain/webhook/notice.ts';
import type { WebhookTask } from '#lib/domain/webhook/webhook-task.ts';
import { logCounted } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import { scheduleWebhook } from '#lib/schedule/schedule-webhook.ts';
import { queueWebhooks } from '#lib/schedule/webhooks-queue.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { changeDelivery, loadDelivery } from '#lib/store/webhook/deliveries.ts';
import { changeWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { findHeld } from '#lib/store/webhook/find.ts';
import { addFailure, claimWarning, clearFailures, endEndpointRuns, setEndpointRun } from '#lib/store/webhook/health.ts';
import { deliverWebhook } from '#lib/use-cases/deliver-webhook.ts';
import { runWebhookEndpoint } from '#lib/use-cases/run-webhook-endpoint.ts';
import type { WebhookPorts } from '#lib/use-cases/webhook-ports.ts';
import { sendWebhook } from '#lib/webhook/send.ts';

const SENDER_NAME = 'Collections';
const EMAIL_TTL_SECONDS = 86_400;

/** One message, once: whether it arrived is not followed. */
const notify: WebhookPorts['notify'] = async (endpoint, { kind, since }) => {
  logCounted('WARN', `webhook_endpoint_${kind}`, { endpoint: endpoint.id });
  if (endpoint.notifyEmail === undefined) return;
  const message = noticeEmail(kind, { ...endpoint, since });
  const notice = { to: endpoint.notifyEmail, message, timeToLiveSeconds: EMAIL_TTL_SECONDS, fromName: SENDER_NAME };
  const { kind: outcome } = await channels.sendNotice(notice);
  if (outcome !== 'accepted') logCounted('ERROR', 'webhook_notice_not_sent', { endpoint: endpoint.id, outcome });
};

const live: WebhookPorts = {
  clock,
  random,
  ...storeOf(table, {
    load: loadDelivery,
    changeDelivery,
    findHeld,
    changeEndpoints: changeWebhookEndpoints,
    addFailure,
    clearFailures,
    claimWarning,
    setEndpointRun,
    endEndpointRuns,
  }),
  send: sendWebhook,
  schedule: scheduleWebhook,
  queue: queueWebhooks,
  notify,
};

/** One after the other. A message that fails comes again, without the others of its batch. */
export const deliverWebhooks =
  (ports: WebhookPorts) =>
  async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      try {
        await deliverOne(ports, JSON.parse(body));
      } catch (error) {
        logCounted('ERROR', 'webhook_task_failed', { messageId, error: (error as Error).name });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };

async function deliverOne(ports: WebhookPorts, task: WebhookTask): Promise<void> {
  const { endpoint, delivery } = task;
  const ref = parseEndpointId(endpoint);
  if (ref === undefined) throw new Error('not the id of a webhook endpoint');
  if (delivery === undefined) {
    const outcome = await runWebhookEndpoint(ports, ref);
    return logCounted('INFO', `webhook_endpoint_run_${outcome}`, { endpoint });
  }
  const outcome = await deliverWebhook(ports, ref, { ...task, delivery });
  logCounted('INFO', `webhook_${outcome}`, { endpoint, delivery });
}

export const handler = deliverWebhooks(live);
