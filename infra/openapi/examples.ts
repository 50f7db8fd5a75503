/** What the operations answer and what webhooks tell, as examples. */
import { type CollectionResponse, collectionExample } from '#lib/contract/collection-response.ts';
import {
  A_CLAIM_ID,
  A_COLLECTION_ID,
  A_DISPUTE_ID,
  A_MEMBER,
  A_WEBHOOK_ENDPOINT_ID,
  AN_AMOUNT,
  AN_EVENT_ID,
  AN_INSTANT_AHEAD,
  CREATED,
} from '#lib/contract/described.ts';
import type { EventType } from '#lib/contract/event-response.ts';
import { eventTypeTexts } from '#lib/contract/event-texts.ts';
import { followUpPlanExample } from '#lib/contract/follow-up-plan.ts';
import { creditExample, moveExample, paymentExample } from '#lib/contract/payment.ts';
import { type ProviderResponse, providerExample } from '#lib/contract/provider.ts';
import { reminderPreviewExample } from '#lib/contract/reminder-preview.ts';
import { deliveryExample } from '#lib/contract/webhook-delivery.ts';
import { webhookEndpointExample } from '#lib/contract/webhook-endpoint.ts';
import { PING } from '#lib/domain/webhook/delivery.ts';
import type { EndpointEventType } from '#lib/domain/webhook/health.ts';
import type { Json } from './schemas.ts';

const FIRST_DUE = '2026-03-02T10:16:00.000Z';
const PAID = '2026-03-02T11:02:10.000Z';
const NOTHING = { value: 0, currency: 'NGN' };

const CREATED_EVENT = { id: 'evt_0c4n8x2q6t1w5z9r3v7b0m4kd', type: 'collection.created', timestamp: CREATED };

const PAID_COLLECTION = {
  ...collectionExample,
  balance: { received: AN_AMOUNT, outstanding: NOTHING },
  status: 'completed',
  payable: { ...collectionExample.payable, options: [] },
  events: [
    CREATED_EVENT,
    {
      id: 'evt_3r6v0b8nc5f0k2m7x9q4t8w1z',
      type: 'followup.sent',
      timestamp: FIRST_DUE,
      data: { slot: 1, channel: 'whatsapp' },
    },
    {
      id: 'evt_7x9q4t8w1z3r6v0b8nc5f0k2m',
      type: 'payment.received',
      timestamp: PAID,
      data: { amount: AN_AMOUNT, transaction: 'T-9041', method: 'card', actor: 'provider' },
    },
    { id: 'evt_9q4t8w1z3r6v0b8nc5f0k2m7x', type: 'collection.completed', timestamp: PAID },
  ],
  updatedAt: PAID,
  completedAt: PAID,
};

export const answered = (message: string, data: unknown, rest: Json = {}): Json => ({
  status: 'success',
  message,
  data,
  ...rest,
});

export const created = answered('Collection created successfully', collectionExample);
export const listed = answered('Collections retrieved successfully', [collectionExample], {
  meta: { count: 31, next: 2, prev: null },
});
export const retrieved = answered('Collection retrieved successfully', PAID_COLLECTION);
export const collection = (message: string, changed: Partial<CollectionResponse>): Json =>
  answered(message, { ...collectionExample, ...changed });
export const plan = (message: string, changed: Json = {}): Json =>
  answered(message, { ...followUpPlanExample, ...changed });
export const reminder = answered('Reminder previewed', reminderPreviewExample);
export const recorded = answered('Payment recorded successfully', paymentExample);
export const credited = answered('Credit recorded successfully', creditExample);
export const moved = answered('Payment moved successfully', moveExample);
export const payments = answered('Payments retrieved successfully', [paymentExample]);
export const provider = (message: string, changed: Partial<ProviderResponse> = {}): Json =>
  answered(message, { ...providerExample, ...changed });
export const providers = answered('Providers retrieved successfully', [providerExample]);

const { contact, payable, events: _apart, ...SHARED } = collectionExample;
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
  changed: ['amount', 'dueDate'],
  from: { amount: AN_AMOUNT, dueDate: '2026-12-31' },
  to: { amount: { ...AN_AMOUNT, value: 40_000 }, dueDate: '2027-01-15' },
  dueDate: '2026-12-31',
  messagesSent: 0,
  unproven: true,
  until: AN_INSTANT_AHEAD,
  payBy: AN_INSTANT_AHEAD,
  claim: A_CLAIM_ID,
  dispute: A_DISPUTE_ID,
  paidOn: '2026-03-01',
  resolution: 'dismissed',
  slot: 1,
  actor: 'merchant',
  member: A_MEMBER,
  channel: 'whatsapp',
  with: A_COLLECTION_ID,
  by: 'reply',
  direction: 'out',
};

const REASONS: { readonly [Type in EventType]?: string } = {
  'payment.unexpected': 'already_paid',
  'collection.cancelled': 'bad_debt',
  'collection.reopened': 'chargeback',
  'dispute.opened': 'wrong_amount',
  'collection.credited': 'returned_goods',
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

export const webhookEndpoint = (message: string, changed: Json = {}): Json =>
  answered(message, { ...webhookEndpointExample, ...changed });
export const webhookEndpoints = answered('Webhook endpoints retrieved successfully', [webhookEndpointExample]);
export const withSecret = (message: string, changed: Json = {}): Json =>
  webhookEndpoint(message, { ...changed, secret: 'whsec_MDEyMzQ1Njc4OUFCQ0RFRjAxMjM0NTY3ODlBQkNERUY=' });

export const pingResult = answered('Webhook endpoint pinged', { passed: true, httpStatus: 204, milliseconds: 84 });
export const replay = answered('Deliveries will be sent again', { replayed: 17, nextSince: null });
export const deliveries = answered('Deliveries retrieved successfully', [deliveryExample], {
  meta: { nextCursor: null },
});

/** Of an endpoint that is told of. */
export const stopped = (type: EndpointEventType): Json => ({
  id: AN_EVENT_ID,
  type,
  timestamp: CREATED,
  data: {
    endpoint: { id: A_WEBHOOK_ENDPOINT_ID },
    reason: type === 'webhook_endpoint.failing' ? 'failing' : 'gone',
  },
});
