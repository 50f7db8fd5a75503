/** The bodies of what was told of a collection, as long as they are kept: in the feed, and in deliveries to endpoints. */

import { FEED_DAYS } from '#lib/domain/feed.ts';
import { type CollectionRef, parseEndpointId } from '#lib/domain/ids.ts';
import type { Told } from '#lib/domain/told-event.ts';
import { deliveryId } from '#lib/domain/webhook/delivery.ts';
import type { Key } from '#lib/store/keys.ts';
import { object, packedText } from '#lib/store/table/checks.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

import { getWebhookEndpoints } from '#lib/store/webhook/webhook-endpoints.ts';
import { deliveryKey } from '#lib/store/webhook/webhook-keys.ts';
import { feedKey } from './event-keys.ts';
import { getTold } from './told-events.ts';

/** `stored`: the body as the table has it, which may be deflated. */
export type ToldBody = Key & { body: string; stored: unknown };

const DAY_MS = 86_400_000;
/** DynamoDB deletes what is past its time to live some days later. */
const LATE_DAYS = 4;
/** Of one read. */
const MAX_KEYS = 100;

/** Deliveries to endpoints that were deleted are not among them: nothing leads to those any more. */
export async function findToldBodies(table: Table, ref: CollectionRef, now: Date): Promise<ToldBody[]> {
  const since = new Date(now.getTime() - (FEED_DAYS + LATE_DAYS) * DAY_MS).toISOString();
  const recent = (await getTold(table, ref)).filter(({ toldAt }) => toldAt >= since);
  if (recent.length === 0) return [];
  const endpoints = (await getWebhookEndpoints(table, ref.account)).map(({ id }) => id);
  const keys = recent.flatMap((each) => [
    feedKey({ ref, ...each }),
    ...endpoints.flatMap((endpoint) => deliveryOf(endpoint, each)),
  ]);
  const found: ToldBody[] = [];
  for (let from = 0; from < keys.length; from += MAX_KEYS) {
    const items = await table.batchGet(keys.slice(from, from + MAX_KEYS));
    found.push(...items.map((item) => ({ pk: item.pk, sk: item.sk, stored: item['body'], ...readItem(item, told) })));
  }
  return found;
}

function deliveryOf(endpoint: string, { id, toldAt }: Told): Key[] {
  const owner = parseEndpointId(endpoint);
  return owner === undefined ? [] : [deliveryKey(owner, deliveryId(endpoint, id, new Date(toldAt)))];
}

const told = object<{ body: string }>({ body: packedText });
