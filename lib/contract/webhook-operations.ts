/** What the operations on webhook endpoints take and answer. */
import * as z from 'zod/mini';
import { successEnvelope } from './envelope.ts';
import type { OperationContract } from './operation-contract.ts';
import type { Operation } from './routes.ts';
import {
  DeliveryLog,
  ListDeliveriesQuery,
  PingResponse,
  ReplayDeliveriesRequest,
  ReplayResponse,
} from './webhook-delivery.ts';
import {
  CreateWebhookEndpointRequest,
  RotateWebhookSecretRequest,
  UpdateWebhookEndpointRequest,
  WebhookEndpointResponse,
  WebhookEndpointWithSecret,
} from './webhook-endpoint.ts';

const ofEndpoint = successEnvelope(WebhookEndpointResponse);
const withSecret = successEnvelope(WebhookEndpointWithSecret);
const NAMED = { 403: ['webhook_endpoint_forbidden'], 404: ['webhook_endpoint_not_found'] };

export const WEBHOOK_OPERATIONS = {
  'create-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Add an address that is told of events; the answer shows its secret, once',
    body: CreateWebhookEndpointRequest,
    example: { url: 'https://shop.example/webhooks', events: ['payment.received', 'collection.completed'] },
    creates: true,
    success: { status: 201, schema: withSecret },
    errors: { 409: ['webhook_endpoint_limit'] },
  },
  'list-webhook-endpoints': {
    tag: 'Webhooks',
    summary: 'List webhook endpoints, oldest first',
    success: { status: 200, schema: successEnvelope(z.array(WebhookEndpointResponse)) },
    errors: {},
  },
  'get-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Read one webhook endpoint',
    success: { status: 200, schema: ofEndpoint },
    errors: NAMED,
  },
  'update-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Change, pause or enable a webhook endpoint; a disabled one must pass a ping first',
    body: UpdateWebhookEndpointRequest,
    example: { events: ['*'] },
    success: { status: 200, schema: ofEndpoint },
    errors: { ...NAMED, 409: ['webhook_endpoint_disabled'] },
  },
  'delete-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint: nothing is sent to it any more',
    success: { status: 200, schema: ofEndpoint },
    errors: NAMED,
  },
  'rotate-webhook-secret': {
    tag: 'Webhooks',
    summary: 'Make a new secret; for some hours webhooks are signed with the old one too',
    body: RotateWebhookSecretRequest,
    example: { oldValidHours: 24 },
    success: { status: 200, schema: withSecret },
    errors: NAMED,
  },
  'ping-webhook-endpoint': {
    tag: 'Webhooks',
    summary: 'Send a webhook.ping at once, and see what the receiver answers',
    success: { status: 200, schema: successEnvelope(PingResponse) },
    errors: NAMED,
  },
  'replay-deliveries': {
    tag: 'Webhooks',
    summary: 'Send events again that were told in a time, with the same ids and bodies',
    body: ReplayDeliveriesRequest,
    example: { since: '2026-01-01T00:00:00Z' },
    success: { status: 202, schema: successEnvelope(ReplayResponse) },
    errors: NAMED,
  },
  'list-deliveries': {
    tag: 'Webhooks',
    summary: 'List the deliveries of the last 30 days with their attempts, newest first',
    query: ListDeliveriesQuery,
    success: { status: 200, schema: DeliveryLog },
    errors: NAMED,
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;
