/** POST /public/webhook-endpoints: adds an address that is told of events; its secret is shown only in this answer. */
import { toWebhookEndpointResponse } from '#lib/contract/show-webhook.ts';
import { hashJson } from '#lib/domain/creation-record.ts';
import { idempotencyConflict, validationFailed, webhookEndpointLimit } from '#lib/domain/errors.ts';
import { endpointBytes, newEndpoint, newEndpointId, WEBHOOK_ENDPOINT_LIMIT } from '#lib/domain/webhook/endpoint.ts';
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
    run: async ({ account, body, now, requestId, idempotencyKey: key }) => {
      const checked = await deps.checkUrl(body.url);
      if (isRefused(checked)) throw validationFailed([{ path: 'url', message: checked.message }]);
      const bytes = key === undefined ? deps.random.bytes(16) : endpointBytes(account, key);
      const bodyHash = key === undefined ? {} : { bodyHash: hashJson(body) };
      const asked = { ...newEndpoint(newEndpointId(account, bytes), body, now), ...bodyHash };
      const { id } = asked;
      // Before the write, so that no endpoint is left whose secret nobody has seen.
      await deps.secretsOf(id, [asked.secretVersion]);
      const all = await deps.changeWebhookEndpoints(account, (known) => {
        const same = known.find((one) => one.id === id);
        if (same !== undefined && same.bodyHash !== asked.bodyHash) throw idempotencyConflict();
        // A caller, or the SDK, may repeat a write whose answer was lost.
        if (same !== undefined) return known;
        if (known.length >= WEBHOOK_ENDPOINT_LIMIT) throw webhookEndpointLimit(WEBHOOK_ENDPOINT_LIMIT);
        return [...known, asked];
      });
      const created = all.find((one) => one.id === id) ?? asked;
      const isReplay = key !== undefined && created !== asked;
      const [secret] = await deps.secretsOf(id, [created.secretVersion]);
      if (created.notifyEmail !== undefined) await deps.queueWebhooks([{ endpoint: id, confirms: true }]);
      if (!isReplay) deps.log.count('INFO', 'webhook_endpoint_created', { requestId, account, endpoint: id });
      const location = `${deps.settings.baseUrl}/public/webhook-endpoints/${id}`;
      const headers = { location, ...(isReplay && { 'idempotent-replayed': 'true' }) };
      return { data: { ...toWebhookEndpointResponse(created, now), secret }, headers };
    },
  });

export const handler = createWebhookEndpoint(needs);
