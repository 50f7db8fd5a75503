/** GET /public/webhook-endpoints/{id}/deliveries: what was sent to an endpoint, with each attempt, newest first. */
import { toDeliveryResponse } from '#lib/contract/show-webhook.ts';
import { readListDeliveries } from '#lib/contract/webhook-delivery.ts';
import { notOfThisList } from '#lib/domain/errors.ts';
import { parseEndpointId } from '#lib/domain/ids.ts';
import { signedCursor, signedPosition } from '#lib/domain/list-cursor.ts';
import { firstDeliveryId } from '#lib/domain/webhook/delivery.ts';
import { ownedEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { listDeliveries as listInTable } from '#lib/store/webhook/deliveries.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...callers, getAccount, getWebhookEndpoints, listDeliveries: listInTable }),
};

const EARLIEST = firstDeliveryId(new Date(0));
const LATEST = 'dlv_z';

export const listDeliveries = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Deliveries retrieved successfully' },
    query: readListDeliveries,
    load: async ({ id, account }) => {
      const ref = parseEndpointId(id);
      return ref && Promise.all([deps.getWebhookEndpoints(ref.account), deps.getAccount(account)]);
    },
    run: async ({ account, id, query }, loaded) => {
      const [all, owner] = loaded ?? [];
      const { ref } = ownedEndpoint(all, id, account);
      const { status, cursor, limit } = query;
      const salt = owner?.salt ?? '';
      const asked = ['deliveries', id, status ?? null];
      const until = cursor === undefined ? LATEST : signedPosition(salt, asked, cursor);
      if (until === undefined) throw notOfThisList();
      const statuses = status && [status];
      const { deliveries, next } = await deps.listDeliveries(ref, {
        from: EARLIEST,
        until,
        statuses,
        newestFirst: true,
        limit,
      });
      const nextCursor = next === undefined ? null : signedCursor(salt, asked, next);
      return { data: deliveries.map(toDeliveryResponse), meta: { nextCursor } };
    },
  });

export const handler = listDeliveries(needs);
