/** Webhook endpoints on the wire. */
import * as z from 'zod/mini';
import { ENDPOINT_STATUSES, EVERY_EVENT, STATUS_REASONS } from '#lib/domain/webhook/endpoint.ts';
import { ALL_EVENT_TYPES } from './event-types.ts';
import { distinct, instant, reader, trimmedText } from './fields.ts';

const fields = {
  /** Read as it is written; whether the service calls it is checked when its host is resolved. */
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
  events: distinct(z.array(z.enum([EVERY_EVENT, ...ALL_EVENT_TYPES])).check(z.minLength(1))).check(
    z.refine((types) => types.length === 1 || !types.includes(EVERY_EVENT), 'must be only * if it has *'),
  ),
  description: trimmedText(200),
  notifyEmail: z.email().check(z.maxLength(254)),
};

export const CreateWebhookEndpointRequest = z.strictObject({
  url: fields.url,
  events: fields.events,
  description: z.optional(fields.description),
  notifyEmail: z.optional(fields.notifyEmail),
});
export const readCreateWebhookEndpoint = reader(CreateWebhookEndpointRequest);

export const UpdateWebhookEndpointRequest = z
  .strictObject({
    url: z.optional(fields.url),
    events: z.optional(fields.events),
    description: z.optional(fields.description),
    notifyEmail: z.optional(fields.notifyEmail),
    status: z.optional(z.enum(['enabled', 'paused'])),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, 'must change something'))
  .register(z.globalRegistry, { minProperties: 1 });
export const readUpdateWebhookEndpoint = reader(UpdateWebhookEndpointRequest);

export const RotateWebhookSecretRequest = z.strictObject({
  oldValidHours: z._default(z.int().check(z.gte(0), z.lte(168)), 24),
});
export const readRotateWebhookSecret = reader(RotateWebhookSecretRequest);

export const WebhookEndpointResponse = z.strictObject({
  id: z.string().check(z.regex(/^whe_[0-9a-z]{35}$/)),
  url: z.string(),
  events: z.array(z.string()),
  description: z.optional(z.string()),
  notifyEmail: z.optional(z.string()),
  status: z.enum(ENDPOINT_STATUSES),
  statusReason: z.optional(z.enum(STATUS_REASONS)),
  oldSecretValidUntil: z.optional(instant()),
  createdAt: instant(),
  updatedAt: instant(),
});
export type WebhookEndpointResponse = z.output<typeof WebhookEndpointResponse>;

export const WebhookEndpointWithSecret = z.extend(WebhookEndpointResponse, {
  secret: z.string().check(z.regex(/^whsec_[A-Za-z0-9+/]{43}=$/)),
});
