/** Deliveries of webhooks in the table: claimed and concluded by conditional writes, and found by the index when due. */
import type { FedEvent } from '#lib/domain/feed.ts';
import { type EndpointRef, endpointId, parseEndpointId } from '#lib/domain/ids.ts';
import {
  DELIVERY_ERRORS,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
} from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { HEALTHY, type Health } from '#lib/domain/webhook/health.ts';
import { findOverdue } from '#lib/store/collection/runs.ts';
import { feedItem } from '#lib/store/event/feed.ts';
import { DUE, DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { type Key, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { instant, integer, list, object, oneOf, optional, packedText, text } from '#lib/store/table/checks.ts';
import { all, equals, isBetween } from '#lib/store/table/conditions.ts';
import { type Item, packText, readItem } from '#lib/store/table/read-item.ts';
import { putNew, queryPage, updateIf } from '#lib/store/table/requests.ts';
import { sharedWhenBusy } from '#lib/store/table/shared-reads.ts';
import type { Table } from '#lib/store/table/table.ts';
import { changeWebhookEndpoints, storedEndpoints } from './endpoints.ts';
import { toHealth } from './health.ts';
import {
  deliveryKey,
  healthKey,
  heldShard,
  webhookDueShard,
  webhookDueShards,
  webhookOfKey,
  webhooksKey,
} from './keys.ts';

const storedAttempt = object<DeliveryAttempt>({
  at: instant,
  status: optional(integer),
  error: optional(oneOf(DELIVERY_ERRORS)),
  milliseconds: integer,
  answer: optional(text),
});

const storedDelivery = object<Delivery>({
  id: text,
  endpoint: text,
  event: text,
  type: text,
  body: packedText,
  status: oneOf(DELIVERY_STATUSES),
  claimed: integer,
  round: integer,
  attempts: list(storedAttempt),
  nextRunAt: optional(instant),
  createdAt: instant,
});

/** A held delivery is in the index only for its order; that is not its next run. */
export function toDelivery(item: Item): Delivery {
  const { nextRunAt, ...delivery } = readItem(item, storedDelivery);
  return delivery.status === 'held' || nextRunAt === undefined ? delivery : { ...delivery, nextRunAt };
}

const SECONDS_A_DAY = 86_400;
const KEPT_DAYS = 30;

export function deliveryItem(endpoint: EndpointRef, delivery: Delivery): Item & Key {
  const { nextRunAt = delivery.createdAt, ...rest } = delivery;
  return {
    ...deliveryKey(endpoint, delivery.id),
    ...rest,
    body: packText(delivery.body),
    [DUE_PARTITION_KEY]: partitionOf(delivery.status, delivery),
    [DUE_SORT_KEY]: nextRunAt,
    [TTL_ATTRIBUTE]: Math.ceil(Date.parse(delivery.createdAt) / 1000) + KEPT_DAYS * SECONDS_A_DAY,
  };
}

const partitionOf = (status: DeliveryStatus, { id, endpoint }: Pick<Delivery, 'id' | 'endpoint'>): string =>
  status === 'held' ? heldShard(endpoint) : webhookDueShard(id);

/** Those of these deliveries that are not in the table. */
export async function findUnstored<Stored extends Item & Key>(
  table: Table,
  items: readonly Stored[],
): Promise<Stored[]> {
  const found = new Set(
    (await table.batchGet(items.map(({ pk, sk }) => ({ pk, sk })))).map(({ pk, sk }) => `${pk} ${sk}`),
  );
  return items.filter(({ pk, sk }) => !found.has(`${pk} ${sk}`));
}

/** Stores those of these that are not there yet. */
export const putDeliveries = async (table: Table, items: readonly (Item & Key)[]): Promise<void> => {
  await Promise.all(items.map((item) => putNew(table, item)));
};

export type LoadedDelivery = {
  endpoint: WebhookEndpoint | undefined;
  health: Health;
  delivery: Delivery | undefined;
};

type Receiver = Pick<LoadedDelivery, 'endpoint' | 'health'>;

/** Reads an endpoint with its health. */
export async function loadEndpoint(table: Table, endpoint: EndpointRef): Promise<Receiver> {
  const items = await table.batchGet([webhooksKey(endpoint.account), healthKey(endpoint)]);
  const find = ({ pk, sk }: Key) => items.find((item) => item.pk === pk && item.sk === sk);
  const all = find(webhooksKey(endpoint.account));
  const health = find(healthKey(endpoint));
  const endpoints = all ? readItem(all, storedEndpoints).endpoints : [];
  return {
    endpoint: endpoints.find((known) => parseEndpointId(known.id)?.hash === endpoint.hash),
    health: health ? toHealth(health) : HEALTHY,
  };
}

const loadReceiver = sharedWhenBusy('endpoint', (table, account: string, hash: string) =>
  loadEndpoint(table, { account, hash }),
);

/** Reads all that an attempt needs. The delivery is as it is now; a busy endpoint, as it was at most five seconds ago. */
export async function loadDelivery(table: Table, endpoint: EndpointRef, id: string): Promise<LoadedDelivery> {
  const { account, hash } = endpoint;
  const [receiver, item] = await Promise.all([
    loadReceiver(table, account, hash),
    table.getItem(deliveryKey(endpoint, id)),
  ]);
  return { ...receiver, delivery: item && toDelivery(item) };
}

/** What an update of a delivery sets. Without `nextRunAt` it leaves the index, unless it is held. */
export type DeliveryChange = Pick<Delivery, 'status'> &
  Partial<Pick<Delivery, 'claimed' | 'round' | 'attempts' | 'nextRunAt'>>;

/** False if the delivery has changed since it was read. */
export function changeDelivery(
  table: Table,
  endpoint: EndpointRef,
  read: Delivery,
  change: DeliveryChange,
): Promise<boolean> {
  const { nextRunAt = change.status === 'held' ? read.createdAt : undefined, ...rest } = change;
  const due =
    nextRunAt === undefined ? {} : { [DUE_SORT_KEY]: nextRunAt, [DUE_PARTITION_KEY]: partitionOf(change.status, read) };
  return updateIf(table, {
    key: deliveryKey(endpoint, read.id),
    set: { ...rest, ...due },
    remove: nextRunAt === undefined ? [DUE_SORT_KEY, DUE_PARTITION_KEY] : [],
    when: all(equals('status', read.status), equals('claimed', read.claimed), equals('round', read.round)),
  });
}

/** What is told of a change of endpoints: stored with it, all or nothing. */
export type ToldChange = { event: FedEvent; deliveries: readonly Delivery[] };

/** Like {@link changeWebhookEndpoints}. `tell` is called with what was changed. */
export const changeAndTell = (
  table: Table,
  account: string,
  change: (all: readonly WebhookEndpoint[]) => readonly WebhookEndpoint[],
  tell: (changed: readonly WebhookEndpoint[]) => ToldChange | undefined,
): Promise<readonly WebhookEndpoint[]> =>
  changeWebhookEndpoints(table, account, change, (changed) => {
    const told = tell(changed);
    return told === undefined ? [] : [feedItem(told.event), ...told.deliveries.flatMap(itemOf)];
  });

function itemOf(delivery: Delivery): (Item & Key)[] {
  const ref = parseEndpointId(delivery.endpoint);
  return ref === undefined ? [] : [deliveryItem(ref, delivery)];
}

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
