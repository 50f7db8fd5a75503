/** GET /public/webhook-endpoints/{id}: one webhook endpoint of the account, without its secret. */

import { toWebhookEndpointResponse } from '#lib/contract/show-webhook.ts';
import { parseEndpointId } from '#lib/domain/ids.ts';
import { ownedEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { callers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';

const needs = { ...service, ...storeOf(table, { ...callers, getWebhookEndpoints }) };

export const getWebhookEndpoint = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Webhook endpoint retrieved successfully' },
    load: async ({ id }) => {
      const ref = parseEndpointId(id);
      return ref && deps.getWebhookEndpoints(ref.account);
    },
    run: ({ account, id, now }, all) => ({
      data: toWebhookEndpointResponse(ownedEndpoint(all, id, account).endpoint, now),
    }),
  });

export const handler = getWebhookEndpoint(needs);
