/** POST /public/webhook-endpoints: adds an address that is told of events; its secret is shown only in this answer. */
import { toWebhookEndpointResponse } from '#lib/contract/show-webhook.ts';
import { validationFailed, webhookEndpointLimit } from '#lib/domain/errors.ts';
import { newEndpoint, newEndpointId, WEBHOOK_ENDPOINT_LIMIT } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { queuesFrom } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { isRefused, urlCheckerFrom } from '#lib/webhook/public-address.ts';
import { webhookSecretsFrom } from '#lib/webhook/send.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, changeWebhookEndpoints }),
  ...queuesFrom(service),
  ...urlCheckerFrom(service),
  ...webhookSecretsFrom(service),
};

export const createWebhookEndpoint = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Webhook endpoint created successfully' },
    body: async () => (await import('#lib/contract/webhook-endpoint.ts')).readCreateWebhookEndpoint,
    load: async () => undefined,
    run: async ({ account, body, now, requestId }) => {
      const checked = await deps.checkUrl(body.url);
      if (isRefused(checked)) throw validationFailed([{ path: 'url', message: checked.message }]);
      const created = newEndpoint(newEndpointId(account, deps.random.bytes(16)), body, now);
      const { id, secretVersion } = created;
      // Before the write, so that no endpoint is left whose secret nobody has seen.
      const [secret] = await deps.secretsOf(id, [secretVersion]);
      await deps.changeWebhookEndpoints(account, (all) => {
        // The SDK may repeat a write whose answer was lost.
        if (all.some((known) => known.id === id)) return all;
        if (all.length >= WEBHOOK_ENDPOINT_LIMIT) throw webhookEndpointLimit(WEBHOOK_ENDPOINT_LIMIT);
        return [...all, created];
      });
      if (created.notifyEmail !== undefined) await deps.queueWebhooks([{ endpoint: id, confirms: true }]);
      deps.log.count('INFO', 'webhook_endpoint_created', { requestId, account, endpoint: id });
      const location = `${deps.settings.baseUrl}/public/webhook-endpoints/${id}`;
      return { data: { ...toWebhookEndpointResponse(created, now), secret }, headers: { location } };
    },
  });

export const handler = createWebhookEndpoint(needs);
