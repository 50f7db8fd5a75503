/** Deliveries of webhooks on the wire: the log, a replay, and the answer to a ping. */
import * as z from 'zod/mini';
import { DELIVERY_ERRORS, DELIVERY_STATUSES, PING } from '#lib/domain/webhook/delivery.ts';
import {
  AN_EVENT_ID,
  type DescribedSchema,
  describeRequest,
  describeResponse,
  INSTANT,
  type ParameterTexts,
  ZONED,
} from './described.ts';
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
export type ReplayResponse = z.output<typeof ReplayResponse>;

export const PingResponse = z.strictObject({ passed: z.boolean(), ...result });
export type PingResponse = z.output<typeof PingResponse>;

export const PingedEndpoint = z.strictObject({ id: z.string() });
export const PingData = z.strictObject({ endpoint: PingedEndpoint });

/** What a ping posts. */
export const PingBody = z.strictObject({ id: z.string(), type: z.literal(PING), timestamp: instant(), data: PingData });

const resultTexts = {
  httpStatus: 'The status that the receiver answered; absent if there was no answer.',
  error: 'Why there was no answer; absent if there was one.',
  milliseconds: 'How long it took.',
  answer: 'The beginning of what the receiver answered, at most 1 KB; absent if it is empty.',
};

/** The texts of these schemas, for the API's description. */
export const deliveryTexts = (): DescribedSchema[] => [
  describeRequest('ReplayDeliveriesRequest', ReplayDeliveriesRequest, {
    description: 'Which deliveries are sent again.',
    fields: {
      since: `When the first of the events was told; ${ZONED}.`,
      until: `When the last of them was told; ${ZONED}. When absent, now.`,
      status: '`failed` for those that failed for good, `all` for those that were accepted, too.',
    },
  }),
  describeResponse('PingResult', PingResponse, {
    description: 'What the receiver did with a ping.',
    fields: { passed: 'Whether it answered 2xx.', ...resultTexts },
  }),
  describeResponse('DeliveryAttempt', DeliveryAttemptResponse, {
    description: 'One attempt to send a webhook.',
    fields: { at: `When it was made, ${INSTANT}.`, ...resultTexts },
  }),
  describeResponse('DeliveredEvent', DeliveredEvent, {
    description: 'The event that a delivery tells.',
    fields: { id: '`evt_` and 25 characters.', type: 'What happened.' },
  }),
  describeResponse('WebhookDelivery', DeliveryResponse, {
    description: 'An event on its way to an endpoint.',
    fields: {
      id: '`dlv_` and 34 characters.',
      event: 'What it tells.',
      status:
        '`waiting` for the next attempt, `sending` now, `held` until the endpoint is enabled and older ones are sent, `delivered` when it was accepted, `failed` when every attempt failed.',
      nextAttemptAt: `When the next attempt is made, ${INSTANT}; null unless it is waiting.`,
      attempts: 'The attempts, oldest first; at most the last 30.',
      createdAt: `When the event was told, ${INSTANT}.`,
    },
  }),
  describeResponse('DeliveryLogMeta', DeliveryLogMeta, {
    description: 'Where a page of the log ends.',
    fields: { nextCursor: 'What to send as `cursor` for older ones; null at the end of the log.' },
  }),
  describeResponse('Replay', ReplayResponse, {
    description: 'What is sent again.',
    fields: {
      replayed: 'How many deliveries, at most 200.',
      nextSince: `From when there are more, ${INSTANT}: replay since then; null when these were all.`,
    },
  }),
  describeResponse('WebhookPingEndpoint', PingedEndpoint, {
    description: 'The endpoint that is tried out.',
    fields: { id: '`whe_` and 35 characters.' },
  }),
  describeResponse('WebhookPingData', PingData, {
    description: 'What is tried out.',
    fields: { endpoint: 'The endpoint.' },
  }),
  describeResponse('WebhookPing', PingBody, {
    description: 'Tries out a webhook endpoint. It is about no collection.',
    fields: {
      id: '`evt_` and 25 characters, also in the header `webhook-id`.',
      type: 'Always `webhook.ping`.',
      timestamp: `When it was sent, ${INSTANT}.`,
      data: 'What is tried out.',
    },
  }),
];

/** What each parameter means, for the API's description. */
export const listDeliveriesQueryTexts = (): ParameterTexts<typeof ListDeliveriesQuery> => ({
  status: { description: 'Only deliveries that have this status now.', example: 'failed' },
  cursor: {
    description: 'The `nextCursor` of an earlier answer, of the same `status`. When absent, from the newest.',
    example: 'THE_CURSOR',
  },
  limit: { description: 'How many deliveries a page has, 1 to 100. Default 20.', example: 20 },
});

export const deliveryExample = {
  id: 'dlv_0mm3k9x2a7x9q4t8w1z3r6v0b8nc5f0k2m',
  event: { id: AN_EVENT_ID, type: 'payment.received' },
  status: 'delivered',
  nextAttemptAt: null,
  attempts: [
    { at: '2026-03-02T11:02:11.000Z', error: 'timeout', milliseconds: 15_000 },
    { at: '2026-03-02T11:03:14.000Z', httpStatus: 200, milliseconds: 112, answer: 'ok' },
  ],
  createdAt: '2026-03-02T11:02:11.000Z',
} satisfies DeliveryResponse;
