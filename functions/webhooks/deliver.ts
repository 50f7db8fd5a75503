/** Delivers webhooks: one message of the queue is one attempt, or the work of an endpoint that waits to be enabled. */
import { channelsFrom } from '#lib/channels/channels.ts';
import { parseEndpointId } from '#lib/domain/ids.ts';
import type { WebhookTask } from '#lib/domain/webhook/delivery.ts';
import { queueConsumer } from '#lib/endpoints/queue-consumer.ts';
import { queuesFrom } from '#lib/schedule/queues.ts';
import { schedulesFrom } from '#lib/schedule/schedules.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeAndTell, changeDelivery, findHeld, loadDelivery, loadEndpoint } from '#lib/store/webhook/deliveries.ts';
import { changeWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { addFailure, claimWarning, clearFailures, endEndpointRuns, setEndpointRun } from '#lib/store/webhook/health.ts';
import {
  claimAsking,
  claimNotice,
  countAsking,
  getNotifyAddress,
  setAsked,
} from '#lib/store/webhook/notify-addresses.ts';
import { deliverWebhook } from '#lib/use-cases/deliver-webhook.ts';
import { confirmNotifyEmail } from '#lib/use-cases/mail-notices.ts';
import { runWebhookEndpoint } from '#lib/use-cases/run-webhook-endpoint.ts';
import { webhookSecretsFrom, webhookSenderFrom } from '#lib/webhook/send.ts';

const deliveries = { loadDelivery, loadEndpoint, changeDelivery, findHeld, changeWebhookEndpoints, changeAndTell };
const health = { addFailure, clearFailures, claimWarning, setEndpointRun, endEndpointRuns };

const notices = { getNotifyAddress, claimAsking, setAsked, countAsking, claimNotice };

const needs = {
  ...service,
  ...channelsFrom(service.settings, service),
  ...queuesFrom(service),
  ...schedulesFrom(service),
  ...webhookSenderFrom({ ...service, ...webhookSecretsFrom(service) }),
  ...storeOf(table, { ...deliveries, ...health, ...notices, getAccount, findReach }),
};

export const deliver = (deps: typeof needs) =>
  queueConsumer<WebhookTask>(deps.log, 'webhook_task_failed', async (task) => {
    const { endpoint, delivery } = task;
    const ref = parseEndpointId(endpoint);
    if (ref === undefined) throw new Error('not the id of a webhook endpoint');
    if (task.confirms) {
      const outcome = await confirmNotifyEmail(deps, ref);
      return deps.log.count('INFO', `webhook_notify_email_${outcome}`, { endpoint });
    }
    if (delivery === undefined) {
      const outcome = await runWebhookEndpoint(deps, ref);
      return deps.log.count('INFO', `webhook_endpoint_run_${outcome}`, { endpoint });
    }
    const outcome = await deliverWebhook(deps, ref, { ...task, delivery });
    deps.log.count('INFO', `webhook_${outcome}`, { endpoint, delivery });
  });

export const handler = deliver(needs);
