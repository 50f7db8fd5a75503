/** What is told of an event: the body of its webhooks, and its entry in the feed. */
import * as z from 'zod/mini';
import { STATUS_REASONS } from '#lib/domain/webhook/endpoint.ts';
import { ENDPOINT_EVENT_TYPES } from '#lib/domain/webhook/health.ts';
import { CollectionResponse, ContactResponse, PayableResponse } from './collection-response.ts';
import { type DescribedSchema, describeResponse, INSTANT } from './described.ts';
import { EventResponse, EventTypeResponse } from './event-response.ts';
import { instant } from './fields.ts';

const ToldContact = z.pick(ContactResponse, { id: true });
const ToldPayable = z.pick(PayableResponse, { enabled: true, methods: true });

/**
 * As a read shows it at the moment of telling, without names, phone, email, events and payment options. Its fields are named,
 * so that a new field of the response is told only when it is named here too.
 */
export const ToldCollection = z.extend(
  z.pick(CollectionResponse, {
    id: true,
    type: true,
    reference: true,
    amount: true,
    balance: true,
    status: true,
    dueDate: true,
    expiresIn: true,
    followUp: true,
    metadata: true,
    createdAt: true,
    updatedAt: true,
    completedAt: true,
  }),
  { contact: ToldContact, payable: ToldPayable },
);
export type ToldCollection = z.output<typeof ToldCollection>;

const ToldEventData = z.strictObject({ collection: ToldCollection, event: EventResponse });

export const ToldEventBody = z.strictObject({
  id: EventResponse.shape.id,
  type: EventTypeResponse,
  timestamp: instant(),
  sequence: z.int().check(z.gte(1)),
  data: ToldEventData,
});
export type ToldEventBody = z.output<typeof ToldEventBody>;

const StoppedEndpoint = z.strictObject({ id: z.string().check(z.regex(/^whe_[0-9a-z]{35}$/)) });

const EndpointEventData = z.strictObject({ endpoint: StoppedEndpoint, reason: z.enum(STATUS_REASONS) });

/** Of a webhook endpoint: it is about no collection, so it has no number. */
export const EndpointEventBody = z.strictObject({
  id: EventResponse.shape.id,
  type: z.enum(ENDPOINT_EVENT_TYPES),
  timestamp: instant(),
  data: EndpointEventData,
});

/** Either of the two. One shape, because generators of clients make poor types of a choice. */
const FeedEventData = z.partial(z.extend(ToldEventData, EndpointEventData.shape));

const FeedEvent = z.strictObject({
  ...ToldEventBody.shape,
  sequence: z.optional(ToldEventBody.shape.sequence),
  data: FeedEventData,
});

const EventFeedMeta = z.strictObject({ nextCursor: z.string(), hasMore: z.boolean() });

export const EventFeed = z.strictObject({
  status: z.literal('success'),
  message: z.string(),
  data: z.array(FeedEvent),
  meta: EventFeedMeta,
});

/** The texts of these schemas, for the API's description. */
export const toldEventTexts = (): DescribedSchema[] => [
  describeResponse('ToldContact', ToldContact, {
    description: 'The customer, by id only.',
    fields: { id: '`contact_` and 25 characters.' },
  }),
  describeResponse('ToldPayable', ToldPayable, {
    description: 'How the collection can be paid, without the ways themselves.',
    fields: { enabled: 'Whether ways to pay are made.', methods: 'The ways that were asked for.' },
  }),
  describeResponse('ToldCollection', ToldCollection, {
    description:
      'The collection as a read shows it when the event is told, without names, phone, email, events and ways to pay.',
    fields: {
      id: '`pay_` and 35 characters.',
      type: 'Always `integrated`.',
      contact: 'The customer, by id only.',
      reference: 'Your id of the payment, exactly as sent.',
      amount: 'What is to be paid.',
      balance: 'What has been received, and what is outstanding.',
      status: 'The status when the event was told, which can be later than the event.',
      dueDate: 'The last day on which a payment is in time; absent if none was given.',
      expiresIn: 'Minutes from the creation to the expiry.',
      payable: 'How it can be paid.',
      followUp: 'How the customer is reminded.',
      metadata: 'Exactly as sent; absent if none was sent.',
      createdAt: `When it was created, ${INSTANT}.`,
      updatedAt: `When it last changed, ${INSTANT}.`,
      completedAt: `When it was completed, ${INSTANT}; null before that.`,
    },
  }),
  describeResponse('WebhookEventData', ToldEventData, {
    description: 'The event, and the collection that it happened to.',
    fields: {
      collection: 'The collection when the event was told.',
      event: 'The event as the collection shows it, without the text of a reply.',
    },
  }),
  describeResponse('WebhookEvent', ToldEventBody, {
    description: 'An event of a collection as it is told: the body of its webhooks.',
    fields: {
      id: '`evt_` and 25 characters: the id that the collection shows, and the header `webhook-id`. Remember it, because an event can come twice.',
      type: 'What happened.',
      timestamp: `When it happened, ${INSTANT}.`,
      sequence: 'Counts the events of the collection from 1, without gaps.',
      data: 'The event and its collection.',
    },
  }),
  describeResponse('FeedEventData', FeedEventData, {
    description: 'The event and its collection; of an event of a webhook endpoint: the endpoint, and why.',
    fields: {
      collection: 'The collection when the event was told; absent of an event of a webhook endpoint.',
      event: 'The event as the collection shows it, without the text of a reply; absent with the collection.',
      endpoint: 'The endpoint that is paused or disabled; absent of an event of a collection.',
      reason: 'The `statusReason` of the endpoint; absent of an event of a collection.',
    },
  }),
  describeResponse('FeedEvent', FeedEvent, {
    description: 'An event as the feed has it: byte for byte the body of its webhooks.',
    fields: {
      id: '`evt_` and 25 characters, also in the header `webhook-id`.',
      type: 'What happened.',
      timestamp: `When it happened, ${INSTANT}.`,
      sequence: 'Counts the events of the collection from 1, without gaps; absent of an event of a webhook endpoint.',
      data: 'What it happened to.',
    },
  }),
  describeResponse('StoppedWebhookEndpoint', StoppedEndpoint, {
    description: 'The endpoint that gets nothing for now.',
    fields: { id: '`whe_` and 35 characters.' },
  }),
  describeResponse('WebhookEndpointEventData', EndpointEventData, {
    description: 'Which endpoint it is, and why.',
    fields: { endpoint: 'The endpoint.', reason: 'Its `statusReason`: `failing`, `gone` or `failing_for_days`.' },
  }),
  describeResponse('WebhookEndpointEvent', EndpointEventBody, {
    description:
      'What happened to a webhook endpoint, told to your other endpoints and in the feed. It is about no collection.',
    fields: {
      id: '`evt_` and 25 characters, also in the header `webhook-id`.',
      type: 'What happened.',
      timestamp: `When it happened, ${INSTANT}.`,
      data: 'The endpoint.',
    },
  }),
  describeResponse('EventFeedMeta', EventFeedMeta, {
    description: 'Where a page of the feed ends.',
    fields: {
      nextCursor:
        'What to send as `after` for what comes next. At the end of the feed it stays valid: ask again later.',
      hasMore: 'Whether there may be more now: ask again at once.',
    },
  }),
];
