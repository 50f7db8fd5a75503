/** DELETE /public/webhook-endpoints/{id}: nothing is sent to the endpoint any more, not even what was on its way. */

import { toWebhookEndpointResponse } from '#lib/contract/show-webhook.ts';
import { parseEndpointId } from '#lib/domain/ids.ts';
import { ownedEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeWebhookEndpoints, deleteHealth, getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getWebhookEndpoints, changeWebhookEndpoints, deleteHealth }),
};

export const deleteWebhookEndpoint = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Webhook endpoint deleted successfully' },
    load: async ({ id }) => {
      const ref = parseEndpointId(id);
      return ref && deps.getWebhookEndpoints(ref.account);
    },
    run: async ({ account, id, now, requestId }, all) => {
      const { ref, endpoint: deleted } = ownedEndpoint(all, id, account);
      await deps.changeWebhookEndpoints(account, (known) =>
        known.some((one) => one.id === id) ? known.filter((one) => one.id !== id) : known,
      );
      await deps.deleteHealth(ref);
      deps.log.count('INFO', 'webhook_endpoint_deleted', { requestId, account, endpoint: id });
      return { data: toWebhookEndpointResponse(deleted, now) };
    },
  });

export const handler = deleteWebhookEndpoint(needs);
