/** Deliveries of webhooks on the wire: the log, a replay, and the answer to a ping. */
import * as z from 'zod/mini';
import { DELIVERY_ERRORS, DELIVERY_STATUSES } from '#lib/domain/webhook/delivery.ts';
import { PING } from '#lib/domain/webhook/ping.ts';
import { instant, limitOf, reader, zonedInstant } from './fields.ts';

export const ListDeliveriesQuery = z.strictObject({
  status: z.optional(z.enum(DELIVERY_STATUSES)),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  limit: limitOf(20),
});
export const readListDeliveries = reader(ListDeliveriesQuery);

const result = {
  httpStatus: z.optional(z.int()),
  error: z.optional(z.enum(DELIVERY_ERRORS)),
  milliseconds: z.int().check(z.gte(0)),
  answer: z.optional(z.string()),
};

export const DeliveryAttemptResponse = z.strictObject({ at: instant(), ...result });

export const DeliveredEvent = z.strictObject({ id: z.string(), type: z.string() });

export const DeliveryResponse = z.strictObject({
  id: z.string().check(z.regex(/^dlv_[0-9a-z]{34}$/)),
  event: DeliveredEvent,
  status: z.enum(DELIVERY_STATUSES),
  nextAttemptAt: z.nullable(instant()),
  attempts: z.array(DeliveryAttemptResponse),
  createdAt: instant(),
});
export type DeliveryResponse = z.output<typeof DeliveryResponse>;

export const DeliveryLogMeta = z.strictObject({ nextCursor: z.nullable(z.string()) });

export const DeliveryLog = z.strictObject({
  status: z.literal('success'),
  message: z.string(),
  data: z.array(DeliveryResponse),
  meta: DeliveryLogMeta,
});

export const ReplayDeliveriesRequest = z
  .strictObject({
    since: zonedInstant(),
    until: z.optional(zonedInstant()),
    status: z._default(z.enum(['failed', 'all']), 'failed'),
  })
  .check(
    z.refine(({ since, until = since }) => until >= since, { path: ['until'], error: 'must not be before since' }),
  );
export type ReplayDeliveriesRequest = z.output<typeof ReplayDeliveriesRequest>;
export const readReplayDeliveries = reader(ReplayDeliveriesRequest);

export const ReplayResponse = z.strictObject({ replayed: z.int().check(z.gte(0)), nextSince: z.nullable(instant()) });

export const PingResponse = z.strictObject({ passed: z.boolean(), ...result });
export type PingResponse = z.output<typeof PingResponse>;

export const PingedEndpoint = z.strictObject({ id: z.string() });
export const PingData = z.strictObject({ endpoint: PingedEndpoint });

/** What a ping posts. */
export const PingBody = z.strictObject({ id: z.string(), type: z.literal(PING), timestamp: instant(), data: PingData });
