/** Deliveries of webhooks on the wire: the log, a replay, and the answer to a ping. */
import * as z from 'zod/mini';
import { DELIVERY_ERRORS, DELIVERY_STATUSES } from '#lib/domain/webhook/delivery.ts';
import { PING } from '#lib/domain/webhook/ping.ts';
import { successEnvelope } from './envelope.ts';
import { instant, reader, zonedInstant } from './fields.ts';
import { wholeNumber, withDefault } from './list-collections.ts';

export const ListDeliveriesQuery = z.strictObject({
  status: z.optional(z.enum(DELIVERY_STATUSES)),
  cursor: z.optional(
    z
      .string()
      .check(z.minLength(1), z.maxLength(200))
      .register(z.globalRegistry, { description: 'The `meta.nextCursor` of an earlier answer, of the same `status`' }),
  ),
  limit: withDefault(wholeNumber(100), 20, { maximum: 100 }),
});
export const readListDeliveries = reader(ListDeliveriesQuery);

/** What the receiver did. Without `httpStatus` there was no answer, and `error` says why. */
const result = {
  httpStatus: z.optional(z.int()),
  error: z.optional(z.enum(DELIVERY_ERRORS)),
  milliseconds: z.int().check(z.gte(0)),
  /** The beginning of the answer, at most 1 KB. */
  answer: z.optional(z.string()),
};

export const DeliveryResponse = z
  .strictObject({
    id: z.string().check(z.regex(/^dlv_[0-9a-z]{34}$/)),
    event: z.strictObject({ id: z.string(), type: z.string() }),
    status: z.enum(DELIVERY_STATUSES),
    nextAttemptAt: z.nullable(instant()),
    attempts: z.array(z.strictObject({ at: instant(), ...result })),
    createdAt: instant(),
  })
  .register(z.globalRegistry, { id: 'WebhookDelivery' });
export type DeliveryResponse = z.output<typeof DeliveryResponse>;

/** `nextCursor` is null at the end of the log. */
export const DeliveryLog = z.extend(successEnvelope(z.array(DeliveryResponse)), {
  meta: z.strictObject({ nextCursor: z.nullable(z.string()) }),
});

export const ReplayDeliveriesRequest = z.strictObject({
  since: zonedInstant('When the first of the events was told'),
  until: z.optional(zonedInstant('When the last of them was told; now, if it is not given')),
  status: z._default(z.enum(['failed', 'all']), 'failed'),
});
export type ReplayDeliveriesRequest = z.output<typeof ReplayDeliveriesRequest>;
export const readReplayDeliveries = reader(ReplayDeliveriesRequest);

/** `nextSince`: there are more; replay from there. */
export const ReplayResponse = z.strictObject({ replayed: z.int().check(z.gte(0)), nextSince: z.nullable(instant()) });

export const PingResponse = z.strictObject({ passed: z.boolean(), ...result });
export type PingResponse = z.output<typeof PingResponse>;

/** What a ping posts. */
export const PingBody = z.strictObject({
  id: z.string(),
  type: z.literal(PING),
  timestamp: instant(),
  data: z.strictObject({ endpoint: z.strictObject({ id: z.string() }) }),
});
