/** PATCH /public/webhook-endpoints/{id}: changes, pauses or enables a webhook endpoint; what waited is sent then. */
import { toWebhookEndpointResponse } from '#lib/contract/show-webhook.ts';
import { validationFailed, webhookEndpointDisabled } from '#lib/domain/errors.ts';
import { parseEndpointId } from '#lib/domain/ids.ts';
import { changeEndpoint, ownedEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { queuesFrom } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeWebhookEndpoints, getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { clearFailures, setEndpointRun } from '#lib/store/webhook/health.ts';
import { changeOne } from '#lib/use-cases/webhook-ports.ts';
import { isRefused, urlCheckerFrom } from '#lib/webhook/public-address.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getWebhookEndpoints, changeWebhookEndpoints, clearFailures, setEndpointRun }),
  ...queuesFrom(service),
  ...urlCheckerFrom(service),
};

export const updateWebhookEndpoint = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Webhook endpoint updated successfully' },
    body: async () => (await import('#lib/contract/webhook-endpoint.ts')).readUpdateWebhookEndpoint,
    load: async ({ id }) => {
      const ref = parseEndpointId(id);
      return ref && deps.getWebhookEndpoints(ref.account);
    },
    run: async ({ account, id, body, now, requestId }, all) => {
      const { ref, endpoint: before } = ownedEndpoint(all, id, account);
      if (body.url !== undefined && body.url !== before.url) {
        const checked = await deps.checkUrl(body.url);
        if (isRefused(checked)) throw validationFailed([{ path: 'url', message: checked.message }]);
      }
      let wasDisabled = false;
      const changed = await deps.changeWebhookEndpoints(
        account,
        changeOne(id, (known) => {
          const next = changeEndpoint(known, body, now);
          if (next === undefined) throw webhookEndpointDisabled();
          wasDisabled = known.status === 'disabled';
          return next;
        }),
      );
      // After the endpoint is stored as enabled. Also when it was before: a first call may have ended in between.
      if (body.status === 'enabled') {
        if (wasDisabled) await deps.clearFailures(ref);
        await deps.setEndpointRun(ref, { at: now, failures: 0, probes: 0, isCatchingUp: true });
        await deps.queueWebhooks([{ endpoint: id }]);
      }
      if (body.notifyEmail !== undefined) await deps.queueWebhooks([{ endpoint: id, confirms: true }]);
      deps.log.count('INFO', 'webhook_endpoint_updated', { requestId, account, endpoint: id });
      return { data: toWebhookEndpointResponse(ownedEndpoint(changed, id, account).endpoint, now) };
    },
  });

export const handler = updateWebhookEndpoint(needs);
