/** What the operations on events and webhook endpoints take and answer. */
import type * as z from 'zod/mini';
import { LOCAL_RECEIVER } from '#lib/contract/described.ts';
import { EndpointEventBody, ToldEventBody } from '#lib/contract/event.ts';
import { ListEventsQuery, listEventsQueryTexts } from '#lib/contract/list-events.ts';
import type { Operation } from '#lib/contract/routes.ts';
import {
  ListDeliveriesQuery,
  listDeliveriesQueryTexts,
  PingBody,
  ReplayDeliveriesRequest,
} from '#lib/contract/webhook-delivery.ts';
import {
  CreateWebhookEndpointRequest,
  RotateWebhookSecretRequest,
  UpdateWebhookEndpointRequest,
} from '#lib/contract/webhook-endpoint.ts';
import * as answers from './answers.ts';
import * as examples from './examples.ts';
import { OF_WEBHOOK_ENDPOINT, type OperationContract, RECEIVED } from './operation-contract.ts';
import { type Json, refTo } from './schemas.ts';

const callback = (what: string, schema: z.ZodMiniType, example: Json): Json => ({
  '{$request.body#/url}': {
    post: {
      operationId: `receive${what}`,
      tags: ['Webhook messages'],
      summary: `${what} is told`,
      description: 'Every type has its own entry among the webhooks of this description.',
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: refTo(schema), example } } },
      responses: RECEIVED,
    },
  },
});

/** Some generators leave out what no operation refers to. */
const CALLBACKS = {
  event: callback('Event', ToldEventBody, examples.told('payment.received')),
  endpointEvent: callback('EndpointEvent', EndpointEventBody, examples.stopped('webhook_endpoint.failing')),
  ping: callback('Ping', PingBody, examples.pinged),
};

export const WEBHOOK_OPERATIONS = {
  'list-events': {
    tag: 'Events',
    summary: 'List the events of the last 30 days',
    description:
      'Oldest first, with the bodies that webhooks have. Keep `nextCursor` and send it as `after`: you get what came since, and nothing twice. The feed is half a minute behind.',
    query: ListEventsQuery,
    queryTexts: listEventsQueryTexts(),
    success: { status: 200, schema: answers.ofFeed, example: examples.feed },
    errors: {},
  },
  'create-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Add a webhook endpoint',
    description:
      'From then on it is told of events of the types that it wants. The answer shows its secret, once; repeated with the same Idempotency-Key it shows the same endpoint and its secret. Webhooks are signed as Standard Webhooks say.',
    body: CreateWebhookEndpointRequest,
    // The only server of the document is the local run, which calls this machine; a deployed service shows another address.
    example: { url: LOCAL_RECEIVER, events: ['payment.received', 'collection.completed'] },
    creates: true,
    idempotent: true,
    callbacks: CALLBACKS,
    success: {
      status: 201,
      schema: answers.withSecret,
      example: examples.withSecret('Webhook endpoint created successfully'),
    },
    errors: { 409: ['webhook_endpoint_limit', 'concurrent_change'] },
    later: { 409: ['idempotency_conflict'] },
  },
  'list-webhook-endpoints': {
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description: 'All of the account, oldest first.',
    success: { status: 200, schema: answers.ofEndpoints, example: examples.webhookEndpoints },
    errors: {},
  },
  'get-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Read one webhook endpoint',
    description: 'Its status says whether it is told of events now. The secret is not shown.',
    success: {
      status: 200,
      schema: answers.ofEndpoint,
      example: examples.webhookEndpoint('Webhook endpoint retrieved successfully'),
    },
    errors: OF_WEBHOOK_ENDPOINT,
  },
  'update-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Change, pause or enable a webhook endpoint',
    description:
      'A disabled one must pass a ping first. What was told meanwhile is sent once it is enabled, oldest first.',
    body: UpdateWebhookEndpointRequest,
    example: { events: ['*'] },
    success: {
      status: 200,
      schema: answers.ofEndpoint,
      example: examples.webhookEndpoint('Webhook endpoint updated successfully', { events: ['*'] }),
    },
    errors: { ...OF_WEBHOOK_ENDPOINT, 409: ['webhook_endpoint_disabled', 'concurrent_change'] },
  },
  'delete-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    description: 'Nothing is sent to it any more. The answer shows what it was.',
    success: {
      status: 200,
      schema: answers.ofEndpoint,
      example: examples.webhookEndpoint('Webhook endpoint deleted successfully'),
    },
    errors: { ...OF_WEBHOOK_ENDPOINT, 409: ['concurrent_change'] },
  },
  'rotate-webhook-secret': {
    tag: 'Webhooks',
    summary: 'Make a new secret for a webhook endpoint',
    description: 'For some hours webhooks are signed with the old secret, too.',
    body: RotateWebhookSecretRequest,
    example: { oldValidHours: 24 },
    success: {
      status: 200,
      schema: answers.withSecret,
      example: examples.withSecret('Webhook secret rotated successfully', {
        oldSecretValidUntil: '2026-03-03T09:15:30.120Z',
      }),
    },
    errors: { ...OF_WEBHOOK_ENDPOINT, 409: ['concurrent_change'] },
  },
  'ping-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Send a ping to a webhook endpoint',
    description: 'Sends a `webhook.ping` at once, also to a disabled one, and answers what the receiver did.',
    success: { status: 200, schema: answers.ofPing, example: examples.pingResult },
    errors: { ...OF_WEBHOOK_ENDPOINT, 409: ['concurrent_change'] },
  },
  'replay-deliveries': {
    tag: 'Webhooks',
    summary: 'Send the events of some time again',
    description: 'With the same ids and bodies, oldest first, at most 200 at a time.',
    body: ReplayDeliveriesRequest,
    example: { since: '2026-03-01T00:00:00Z' },
    success: { status: 202, schema: answers.ofReplay, example: examples.replay },
    errors: OF_WEBHOOK_ENDPOINT,
  },
  'list-deliveries': {
    tag: 'Webhooks',
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Those of the last 30 days with their attempts, newest first.',
    query: ListDeliveriesQuery,
    queryTexts: listDeliveriesQueryTexts(),
    success: { status: 200, schema: answers.ofDeliveries, example: examples.deliveries },
    errors: OF_WEBHOOK_ENDPOINT,
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;
