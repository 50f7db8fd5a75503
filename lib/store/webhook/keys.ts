/** The keys of webhook endpoints and their deliveries, and where these stand in the index of what is due. */

import { type EndpointRef, endpointId, type NotifyRef } from '#lib/domain/ids.ts';
import { type Key, shardOf } from '#lib/store/keys.ts';

const WEBHOOKS = 'WEBHOOKS';
const HEALTH_PREFIX = 'HEALTH#';
const DELIVERY_PREFIX = 'DELIVERY#';

export const webhooksKey = (account: string): Key => ({ pk: `ACCOUNT#${account}#${WEBHOOKS}`, sk: WEBHOOKS });

/** `endpoint` is the account and hash of an endpoint's id, here and below. */
export const healthKey = (endpoint: EndpointRef): Key => ({
  pk: webhooksKey(endpoint.account).pk,
  sk: `${HEALTH_PREFIX}${endpointId(endpoint)}`,
});

/** What was asked of an address, and how many were asked on a day. */
export const notifyKey = ({ account, hash }: NotifyRef): Key => ({
  pk: webhooksKey(account).pk,
  sk: `NOTIFY#${hash}`,
});
export const askedOnKey = (account: string, day: string): Key => ({
  pk: webhooksKey(account).pk,
  sk: `ASKED#${day}`,
});

/** Without an id: where the deliveries of the endpoint begin. */
export const deliveryKey = ({ account, hash }: EndpointRef, id = ''): Key => ({
  pk: `ACCOUNT#${account}#DELIVERIES#${hash}`,
  sk: `${DELIVERY_PREFIX}${id}`,
});

/** The partitions of the index of what is due for deliveries, and for endpoints that are to be probed or caught up. */
const DUE_PREFIX = 'DUEWEBHOOKS#';
const DUE_SHARDS = 16;

export const webhookDueShards = (): string[] =>
  Array.from({ length: DUE_SHARDS }, (_, shard) => `${DUE_PREFIX}${shard}`);

/** The shard of a delivery or an endpoint, by its id. */
export const webhookDueShard = (id: string): string => `${DUE_PREFIX}${shardOf(id, DUE_SHARDS)}`;

/** The partition of the deliveries that wait until their endpoint is enabled again. No sweeper looks there. */
export const heldShard = (endpoint: string): string => `HELD#${endpoint}`;

/** The endpoint and, if it is one, the delivery of an entry in the index; undefined for any other key. */
export function webhookOfKey({ pk, sk }: Key): { endpoint: string; delivery?: string } | undefined {
  if (sk.startsWith(HEALTH_PREFIX)) return { endpoint: sk.slice(HEALTH_PREFIX.length) };
  const [, account, , hash] = pk.split('#');
  if (!sk.startsWith(DELIVERY_PREFIX) || account === undefined || hash === undefined) return undefined;
  return { endpoint: endpointId({ account, hash }), delivery: sk.slice(DELIVERY_PREFIX.length) };
}
