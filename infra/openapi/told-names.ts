/** The names and texts of what is told: events, and the ping of a webhook endpoint. */
import * as event from '#lib/contract/event.ts';
import * as delivery from '#lib/contract/webhook-delivery.ts';
import { INSTANT, response } from './named.ts';

response('ToldContact', event.ToldContact, {
  description: 'The customer, by id only.',
  fields: { id: '`contact_` and 25 characters.' },
});
response('ToldPayable', event.ToldPayable, {
  description: 'How the collection can be paid, without the ways themselves.',
  fields: { enabled: 'Whether ways to pay are made.', methods: 'The ways that were asked for.' },
});
response('ToldCollection', event.ToldCollection, {
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
    expiresIn: 'Minutes from the creation to the expiry.',
    payable: 'How it can be paid.',
    followUp: 'How the customer is reminded.',
    metadata: 'Exactly as sent; absent if none was sent.',
    createdAt: `When it was created, ${INSTANT}.`,
    updatedAt: `When it last changed, ${INSTANT}.`,
    completedAt: `When it was completed, ${INSTANT}; null before that.`,
  },
});
response('WebhookEventData', event.ToldEventData, {
  description: 'The event, and the collection that it happened to.',
  fields: {
    collection: 'The collection when the event was told.',
    event: 'The event as the collection shows it, without the text of a reply.',
  },
});
response('WebhookEvent', event.ToldEventBody, {
  description: 'An event as it is told: the body of its webhooks, and its entry in the feed.',
  fields: {
    id: '`evt_` and 25 characters: the id that the collection shows, and the header `webhook-id`. Remember it, because an event can come twice.',
    type: 'What happened.',
    timestamp: `When it happened, ${INSTANT}.`,
    sequence: 'Counts the events of the collection from 1, without gaps.',
    data: 'The event and its collection.',
  },
});
response('EventFeedMeta', event.EventFeedMeta, {
  description: 'Where a page of the feed ends.',
  fields: {
    nextCursor: 'What to send as `after` for what comes next. At the end of the feed it stays valid: ask again later.',
    hasMore: 'Whether there may be more now: ask again at once.',
  },
});

response('WebhookPingEndpoint', delivery.PingedEndpoint, {
  description: 'The endpoint that is tried out.',
  fields: { id: '`whe_` and 35 characters.' },
});
response('WebhookPingData', delivery.PingData, {
  description: 'What is tried out.',
  fields: { endpoint: 'The endpoint.' },
});
response('WebhookPing', delivery.PingBody, {
  description: 'Tries out a webhook endpoint. It is about no collection.',
  fields: {
    id: '`evt_` and 25 characters, also in the header `webhook-id`.',
    type: 'Always `webhook.ping`.',
    timestamp: `When it was sent, ${INSTANT}.`,
    data: 'What is tried out.',
  },
});
