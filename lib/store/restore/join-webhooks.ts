/** Webhook endpoints, their health and their deliveries, where both tables have them. */
import { isDeepStrictEqual } from 'node:util';
import type { Delivery } from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { Join } from './join-items.ts';

type Endpoints = { endpoints: readonly WebhookEndpoint[]; version: number };

/**
 * Of each endpoint the one that was changed later. One that only one table has was made there since the restore, or
 * deleted from the other: its creation says which.
 */
export const joinEndpoints: Join = (old, own, since) => {
  const [before, after] = [old as unknown as Endpoints, own as unknown as Endpoints];
  const joined = before.endpoints.flatMap((endpoint) => {
    const other = after.endpoints.find(({ id }) => id === endpoint.id);
    if (other === undefined) return endpoint.createdAt >= since ? [endpoint] : [];
    return [other.updatedAt > endpoint.updatedAt ? other : endpoint];
  });
  const isNew = ({ id, createdAt }: WebhookEndpoint) =>
    createdAt >= since && before.endpoints.every((each) => each.id !== id);
  const endpoints = [...joined, ...after.endpoints.filter(isNew)];
  if (isDeepStrictEqual(endpoints, after.endpoints)) return own;
  return { ...own, endpoints, version: Math.max(before.version, after.version) + 1 };
};

/** An endpoint that is paused needs its next probe. A probe too many ends by itself. */
export const joinHealths: Join = (old, own) => {
  const [before, after] = [old['nextRunAt'], own['nextRunAt']];
  return after !== undefined && (before === undefined || String(after) > String(before)) ? own : old;
};

/** The one that went further: a delivery that was accepted is not sent again. */
export const joinDeliveries: Join = (old, own) => {
  const [before, after] = [progressOf(old as unknown as Delivery), progressOf(own as unknown as Delivery)];
  const first = after.findIndex((value, index) => value !== before[index]);
  return first >= 0 && Number(after[first]) > Number(before[first]) ? own : old;
};

const progressOf = ({ round, status, claimed, attempts }: Delivery): number[] => [
  round,
  Number(status === 'delivered'),
  claimed,
  attempts.length,
];
