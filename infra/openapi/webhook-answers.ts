/** The bodies of the successes of events and webhook endpoints. */
import * as z from 'zod/mini';
import { EventFeed } from '#lib/contract/event.ts';
import { DeliveryLog, PingResponse, ReplayResponse } from '#lib/contract/webhook-delivery.ts';
import { WebhookEndpointResponse, WebhookEndpointWithSecret } from '#lib/contract/webhook-endpoint.ts';
import { answer, ENVELOPE } from './answers.ts';
import { response } from './named.ts';

export const ofEndpoint = answer('WebhookEndpointResponse', WebhookEndpointResponse, 'The webhook endpoint');
export const ofEndpoints = answer(
  'WebhookEndpointsResponse',
  z.array(WebhookEndpointResponse),
  'The webhook endpoints',
);
export const withSecret = answer(
  'WebhookEndpointWithSecretResponse',
  WebhookEndpointWithSecret,
  'The webhook endpoint with its secret',
);
export const ofPing = answer('PingResponse', PingResponse, 'What the receiver did');
export const ofReplay = answer('ReplayResponse', ReplayResponse, 'What is sent again');

export const ofFeed = response('EventsResponse', EventFeed, {
  description: 'A page of the feed in the envelope.',
  fields: { ...ENVELOPE, data: 'The events of the page.', meta: 'Where the page ends.' },
});
export const ofDeliveries = response('WebhookDeliveriesResponse', DeliveryLog, {
  description: 'A page of the log of deliveries in the envelope.',
  fields: { ...ENVELOPE, data: 'The deliveries of the page.', meta: 'Where the page ends.' },
});
