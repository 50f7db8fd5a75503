/** GET /public/webhook-endpoints/{id}: one webhook endpoint of the account, without its secret. */

import { toWebhookEndpointResponse } from '#lib/contract/show-webhook.ts';
import { parseEndpointId } from '#lib/domain/ids.ts';
import { ownedEndpoint } from '#lib/domain/webhook/owned-endpoint.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { callers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';

const live = storeOf(table, { getWebhookEndpoints });

export const getWebhookEndpoint = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 200, message: 'Webhook endpoint retrieved successfully' },
    load: async ({ id }) => {
      const ref = parseEndpointId(id);
      return ref && deps.getWebhookEndpoints(ref.account);
    },
    run: ({ account, id, now }, all) => ({
      data: toWebhookEndpointResponse(ownedEndpoint(all, id, account).endpoint, now),
    }),
  });

export const handler = endpoint(getWebhookEndpoint(live), callers(table));
