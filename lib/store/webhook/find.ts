/** Finds deliveries: the log of an endpoint, those that are held, and what is overdue. */

import { type EndpointRef, endpointId } from '#lib/domain/ids.ts';
import type { Delivery, DeliveryStatus } from '#lib/domain/webhook/delivery.ts';
import { findOverdue } from '#lib/store/collection/runs.ts';
import { DUE } from '#lib/store/indexes.ts';
import { type Key, SORT_KEY } from '#lib/store/keys.ts';
import { isBetween } from '#lib/store/table/conditions.ts';
import { queryPage } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import { toDelivery } from '#lib/store/webhook/deliveries.ts';
import { deliveryKey, heldShard, webhookDueShards, webhookOfKey } from '#lib/store/webhook/keys.ts';

type DeliveryRange = {
  /** Ids from the first up to, but without, the second. */
  from: string;
  until: string;
  statuses?: readonly DeliveryStatus[] | undefined;
  newestFirst?: boolean;
  limit: number;
};

/** Enough for any page, but a filter that finds little must not read a month. */
const MAX_QUERIES = 10;

/** `next` is where to go on: undefined at the end. A page may hold fewer than `limit` although there are more. */
export async function listDeliveries(
  table: Table,
  endpoint: EndpointRef,
  { from, until, statuses, newestFirst = false, limit }: DeliveryRange,
): Promise<{ deliveries: Delivery[]; next?: string }> {
  const deliveries: Delivery[] = [];
  if (from >= until) return { deliveries };
  let start: Key | undefined;
  for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
    const { items, last } = await queryPage(table, {
      partition: deliveryKey(endpoint).pk,
      when: isBetween(SORT_KEY, deliveryKey(endpoint, from).sk, deliveryKey(endpoint, until).sk),
      newestFirst,
      limit: limit + 1,
      after: start,
    });
    for (const item of items.map(toDelivery)) {
      if (item.id === until) continue;
      if (statuses !== undefined && !statuses.includes(item.status)) continue;
      if (deliveries.length === limit) return { deliveries, next: deliveries.at(-1)?.id ?? item.id };
      deliveries.push(item);
    }
    start = last as Key | undefined;
    if (start === undefined) return { deliveries };
  }
  const next = start && webhookOfKey(start)?.delivery;
  return { deliveries, ...(next !== undefined && { next }) };
}

/** The oldest first. The index may not show yet what was held a moment ago. */
export async function findHeld(table: Table, endpoint: EndpointRef, limit: number): Promise<Delivery[]> {
  const { items } = await queryPage(table, { index: DUE, partition: heldShard(endpointId(endpoint)), limit });
  if (items.length === 0) return [];
  const found = await table.batchGet(items.map(({ pk, sk }) => ({ pk, sk })));
  return found.map(toDelivery).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

export type OverdueWebhook = { endpoint: string; delivery?: string };

/** The deliveries and endpoints whose next run was due before this instant; the longest overdue of each shard. */
export async function findOverdueWebhooks(
  table: Table,
  before: Date,
): Promise<{ overdue: OverdueWebhook[]; unread: number }> {
  const { found, unread } = await findOverdue(table, webhookDueShards(), { before, nameOf: webhookOfKey });
  return { overdue: found, unread };
}
