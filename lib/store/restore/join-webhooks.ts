/** Webhook endpoints, their health and their deliveries, where both tables have them. */
import { isDeepStrictEqual } from 'node:util';
import type { Delivery } from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import type { Join, Stored } from './join-items.ts';

type Endpoints = { endpoints: readonly WebhookEndpoint[]; version: number };

/**
 * Of each endpoint the one that was changed later. One that only one table has was made there since the restore, or
 * deleted from the other: its creation says which.
 */
export const joinEndpoints: Join = (old, own, { restoredTo, usedSince }) => {
  const [before, after] = [old as unknown as Endpoints, own as unknown as Endpoints];
  const joined = before.endpoints.flatMap((endpoint) => {
    const other = after.endpoints.find(({ id }) => id === endpoint.id);
    if (other === undefined) return endpoint.createdAt >= restoredTo ? [endpoint] : [];
    return [other.updatedAt > endpoint.updatedAt ? other : endpoint];
  });
  const isNew = ({ id, createdAt }: WebhookEndpoint) =>
    createdAt >= usedSince && before.endpoints.every((each) => each.id !== id);
  const endpoints = [...joined, ...after.endpoints.filter(isNew)];
  if (isDeepStrictEqual(endpoints, after.endpoints)) return own;
  return { ...own, endpoints, version: Math.max(before.version, after.version) + 1 };
};

/**
 * As the table knows it that has written more often, which has seen what the other knew. An endpoint that is paused needs its next
 * probe, whichever table knows it; a probe too many ends by itself.
 */
export const joinHealths: Join = (old, own) => {
  const [writes, version] = [Number(own['version'] ?? 0), Number(old['version'] ?? 0)];
  const { [DUE_SORT_KEY]: _at, [DUE_PARTITION_KEY]: _shard, ...counts } = writes > version ? own : old;
  const [next] = [old, own].filter((health) => health[DUE_SORT_KEY] !== undefined).toSorted(byLatestRun);
  const joined = {
    ...counts,
    ...(next && { [DUE_SORT_KEY]: next[DUE_SORT_KEY], [DUE_PARTITION_KEY]: next[DUE_PARTITION_KEY] }),
    ...([old, own].some(({ isCatchingUp }) => isCatchingUp) && { isCatchingUp: true }),
  };
  return isDeepStrictEqual(joined, own) ? own : { ...joined, version: Math.max(writes, version) + 1 };
};

const byLatestRun = (one: Stored, other: Stored): number =>
  String(one[DUE_SORT_KEY]) > String(other[DUE_SORT_KEY]) ? -1 : 1;

/**
 * The one that went further: a delivery that was accepted is not sent again. Of two with the same attempts one may have been given up
 * without another, and one that is held in one table only is looked at again.
 */
export const joinDeliveries: Join = (old, own) => {
  const [before, after] = [progressOf(old as unknown as Delivery), progressOf(own as unknown as Delivery)];
  const first = after.findIndex((value, index) => value !== before[index]);
  return first < 0 || Number(after[first]) > Number(before[first]) ? own : old;
};

const progressOf = ({ round, status, claimed, attempts }: Delivery): number[] => [
  round,
  Number(status === 'delivered'),
  claimed,
  attempts.length,
  Number(status === 'failed'),
  Number(status !== 'held'),
];
