/** Events, webhook endpoints and deliveries as examples. */
import type { EventType } from '#lib/contract/event-types.ts';
import { eventTypeTexts } from '#lib/contract/event-types.ts';
import { A_MEMBER, A_WEBHOOK_ENDPOINT_ID, AN_AMOUNT, AN_INSTANT_AHEAD, CREATED } from '#lib/contract/example-values.ts';
import { PING } from '#lib/domain/webhook/ping.ts';
import { answered, PENDING } from './examples.ts';
import type { Json } from './schemas.ts';

const AN_EVENT_ID = 'evt_7x9q4t8w1z3r6v0b8nc5f0k2m';
const TOLD_AT = '2026-03-02T11:02:11.000Z';

const { contact, payable, events: _apart, ...SHARED } = PENDING;
const TOLD_COLLECTION = {
  ...SHARED,
  contact: { id: contact.id },
  payable: { enabled: payable.enabled, methods: payable.methods },
};

/** What each field of an event's data can hold. */
const DATA: Json = {
  amount: AN_AMOUNT,
  transaction: 'T-9041',
  method: 'card',
  reason: 'merchant',
  changed: ['contact.phone'],
  until: AN_INSTANT_AHEAD,
  payBy: AN_INSTANT_AHEAD,
  slot: 1,
  actor: 'merchant',
  member: A_MEMBER,
  channel: 'whatsapp',
  by: 'reply',
};

const REASONS: { readonly [Type in EventType]?: string } = {
  'payment.unexpected': 'already_paid',
  'followup.failed': 'invalid_number',
  'followup.unknown': 'no_answer',
  'followup.skipped': 'quiet_hours',
};

/** The body of a webhook of this type. */
export function told(type: EventType): Json {
  const fields = eventTypeTexts()[type].data.filter((field) => field in DATA);
  const reason = REASONS[type];
  const data = {
    ...Object.fromEntries(fields.map((field) => [field, DATA[field]])),
    ...(reason !== undefined && { reason }),
  };
  const event = { id: AN_EVENT_ID, type, timestamp: CREATED };
  return {
    ...event,
    sequence: type === 'collection.created' ? 1 : 2,
    data: { collection: TOLD_COLLECTION, event: fields.length === 0 ? event : { ...event, data } },
  };
}

export const pinged: Json = {
  id: AN_EVENT_ID,
  type: PING,
  timestamp: CREATED,
  data: { endpoint: { id: A_WEBHOOK_ENDPOINT_ID } },
};

export const feed = answered('Events retrieved successfully', [told('collection.created')], {
  meta: { nextCursor: 'THE_CURSOR', hasMore: false },
});

const ENDPOINT = {
  id: A_WEBHOOK_ENDPOINT_ID,
  url: 'https://shop.example/webhooks',
  events: ['payment.received', 'collection.completed'],
  status: 'enabled',
  createdAt: CREATED,
  updatedAt: CREATED,
};

export const webhookEndpoint = (message: string, changed: Json = {}): Json =>
  answered(message, { ...ENDPOINT, ...changed });
export const webhookEndpoints = answered('Webhook endpoints retrieved successfully', [ENDPOINT]);
export const withSecret = (message: string, changed: Json = {}): Json =>
  webhookEndpoint(message, { ...changed, secret: 'whsec_MDEyMzQ1Njc4OUFCQ0RFRjAxMjM0NTY3ODlBQkNERUY=' });

export const pingResult = answered('Webhook endpoint pinged', { passed: true, httpStatus: 204, milliseconds: 84 });
export const replay = answered('Deliveries will be sent again', { replayed: 17, nextSince: null });
export const deliveries = answered(
  'Deliveries retrieved successfully',
  [
    {
      id: 'dlv_0mm3k9x2a7x9q4t8w1z3r6v0b8nc5f0k2m',
      event: { id: AN_EVENT_ID, type: 'payment.received' },
      status: 'delivered',
      nextAttemptAt: null,
      attempts: [
        { at: TOLD_AT, error: 'timeout', milliseconds: 15_000 },
        { at: '2026-03-02T11:03:14.000Z', httpStatus: 200, milliseconds: 112, answer: 'ok' },
      ],
      createdAt: TOLD_AT,
    },
  ],
  { meta: { nextCursor: null } },
);
