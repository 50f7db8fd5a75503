/** POST /public/webhook-endpoints/{id}/replay: sends deliveries again, oldest first, with the same ids and bodies. */
import type { ReplayDeliveriesRequest } from '#lib/contract/webhook-delivery.ts';
import { type EndpointRef, parseEndpointId } from '#lib/domain/ids.ts';
import { type Delivery, firstDeliveryId } from '#lib/domain/webhook/delivery.ts';
import { ownedEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { queuesFrom } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeDelivery, listDeliveries } from '#lib/store/webhook/deliveries.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { setEndpointRun } from '#lib/store/webhook/health.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getWebhookEndpoints, listDeliveries, changeDelivery, setEndpointRun }),
  ...queuesFrom(service),
};

/** Of one request; the answer says where to go on. */
const MAX_REPLAYED = 200;
const AT_ONCE = 20;

export const replayDeliveries = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 202, message: 'Deliveries will be sent again' },
    body: async () => (await import('#lib/contract/webhook-delivery.ts')).readReplayDeliveries,
    load: async ({ id }) => {
      const ref = parseEndpointId(id);
      return ref && deps.getWebhookEndpoints(ref.account);
    },
    run: async ({ account, id, body, now, requestId }, all) => {
      const { ref, endpoint: named } = ownedEndpoint(all, id, account);
      const { deliveries, next } = await deps.listDeliveries(ref, { ...rangeOf(body, now), limit: MAX_REPLAYED });
      let replayed = 0;
      for (let from = 0; from < deliveries.length; from += AT_ONCE) {
        const group = deliveries.slice(from, from + AT_ONCE);
        const restarted = await Promise.all(group.map((each) => restart(deps, ref, each)));
        replayed += restarted.filter(Boolean).length;
      }
      if (replayed > 0 && named.status === 'enabled') {
        await deps.setEndpointRun(ref, { at: now, isCatchingUp: true, replayedAt: now.toISOString() });
        await deps.queueWebhooks([{ endpoint: id }]);
      }
      deps.log.count('INFO', 'deliveries_replayed', { requestId, account, endpoint: id, count: replayed });
      return { data: { replayed, nextSince: next === undefined ? null : createdAtOf(next) } };
    },
  });

function rangeOf({ since, until, status }: ReplayDeliveriesRequest, now: Date) {
  const statuses = status === 'failed' ? (['failed'] as const) : (['failed', 'delivered'] as const);
  return {
    from: firstDeliveryId(new Date(since)),
    until: firstDeliveryId(until === undefined ? new Date(now.getTime() + 1) : new Date(until)),
    statuses,
  };
}

const createdAtOf = (delivery: string): string =>
  new Date(Number.parseInt(delivery.slice('dlv_'.length, 'dlv_'.length + 9), 36)).toISOString();

/** A new round, so that no message of the last one counts. It waits among what is held, which is sent in order. */
const restart = (deps: typeof needs, ref: EndpointRef, delivery: Delivery): Promise<boolean> =>
  deps.changeDelivery(ref, delivery, { status: 'held', claimed: 0, round: delivery.round + 1 });

export const handler = replayDeliveries(needs);
