/** POST /public/webhook-endpoints/{id}/replay: sends deliveries again, oldest first, with the same ids and bodies. */

import type { ReplayDeliveriesRequest } from '#lib/contract/webhook-delivery.ts';
import { type EndpointRef, parseEndpointId } from '#lib/domain/ids.ts';
import type { WebhookTask } from '#lib/domain/webhook/delivery.ts';
import { type Delivery, firstDeliveryId } from '#lib/domain/webhook/delivery.ts';
import { ownedEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { queuesFrom } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeDelivery } from '#lib/store/webhook/deliveries.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { listDeliveries } from '#lib/store/webhook/find.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getWebhookEndpoints, listDeliveries, changeDelivery }),
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
      const isHeld = named.status !== 'enabled';
      const replayed: WebhookTask[] = [];
      for (let from = 0; from < deliveries.length; from += AT_ONCE) {
        const group = deliveries.slice(from, from + AT_ONCE);
        const tasks = await Promise.all(group.map((each) => restart(deps, { ref, delivery: each, isHeld, now })));
        replayed.push(...tasks.flatMap((task) => task ?? []));
      }
      if (!isHeld) await deps.queueWebhooks(replayed);
      deps.log.count('INFO', 'deliveries_replayed', { requestId, account, endpoint: id, count: replayed.length });
      return { data: { replayed: replayed.length, nextSince: next === undefined ? null : createdAtOf(next) } };
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

type Restart = { ref: EndpointRef; delivery: Delivery; isHeld: boolean; now: Date };

/** A new round, so that no message of the last one counts. To an endpoint that is not enabled it waits like the others. */
async function restart(deps: typeof needs, { ref, delivery, isHeld, now }: Restart): Promise<WebhookTask | undefined> {
  const round = delivery.round + 1;
  const change = isHeld
    ? { status: 'held' as const, claimed: 0, round }
    : { status: 'waiting' as const, claimed: 0, round, nextRunAt: now.toISOString() };
  if (!(await deps.changeDelivery(ref, delivery, change))) return undefined;
  return { endpoint: delivery.endpoint, delivery: delivery.id, round, attempt: 1 };
}

export const handler = replayDeliveries(needs);
