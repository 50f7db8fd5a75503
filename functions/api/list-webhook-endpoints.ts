/** GET /public/webhook-endpoints: the account's webhook endpoints, oldest first. */

import { toWebhookEndpointResponse } from '#lib/contract/show-webhook.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { callers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';

const needs = { ...service, ...storeOf(table, { ...callers, getWebhookEndpoints }) };

export const listWebhookEndpoints = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Webhook endpoints retrieved successfully' },
    load: ({ account }) => deps.getWebhookEndpoints(account),
    run: ({ now }, all) => ({ data: all.map((known) => toWebhookEndpointResponse(known, now)) }),
  });

export const handler = listWebhookEndpoints(needs);
