/** Webhook endpoints on the wire. */
import * as z from 'zod/mini';
import { ENDPOINT_STATUSES, EVERY_EVENT, STATUS_REASONS } from '#lib/domain/webhook/endpoint.ts';
import {
  A_WEBHOOK_ENDPOINT_ID,
  CREATED,
  type DescribedSchema,
  describeRequest,
  describeResponse,
  INSTANT,
} from './described.ts';
import { TOLD_TYPES } from './event-response.ts';
import { distinct, instant, reader, trimmedText } from './fields.ts';

const fields = {
  /** Read as it is written; whether the service calls it is checked when its host is resolved. */
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
  events: distinct(z.array(z.enum([EVERY_EVENT, ...TOLD_TYPES])).check(z.minLength(1))).check(
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
  notifyEmailConfirmed: z.optional(z.boolean()),
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

const givenTexts = {
  url: 'An address under https on port 443 with a host name whose addresses are all public, at most 2,048 characters. It is checked before every attempt.',
  events: 'The types of events that are told there, each once; or only `*` for all of them, new types included.',
  description: 'Your remark, 1 to 200 characters; white space around it is removed.',
  notifyEmail:
    'Who is warned when deliveries fail: an email address of at most 254 characters. It gets one email with a link, and warnings only after somebody has confirmed there. Test accounts write to nobody.',
};

const shownTexts = () => ({
  id: '`whe_` and 35 characters.',
  url: 'Where its webhooks are sent.',
  events: 'The types of events that are told there, or only `*`.',
  description: 'Your remark; absent if there is none.',
  notifyEmail: 'Who is warned when deliveries fail; absent if nobody is.',
  notifyEmailConfirmed: 'Whether that address was confirmed by the link in its email; absent without an address.',
  status:
    'To an `enabled` one webhooks are sent; for a `paused` or `disabled` one they wait, and are sent once it is enabled.',
  statusReason:
    'Why it is not enabled: `merchant` (you paused it), `failing` (probed until it answers), `retry_after` (it asked for a pause), `gone` (it answered 410) or `failing_for_days`. Absent when it is enabled.',
  oldSecretValidUntil: `Until when webhooks are signed with the secret before the last rotation, too, ${INSTANT}; absent after that.`,
  createdAt: `When it was created, ${INSTANT}.`,
  updatedAt: `When it last changed, ${INSTANT}.`,
});

/** The texts of these schemas, for the API's description. */
export const webhookEndpointTexts = (): DescribedSchema[] => [
  describeRequest('CreateWebhookEndpointRequest', CreateWebhookEndpointRequest, {
    description: 'A webhook endpoint.',
    fields: givenTexts,
  }),
  describeRequest('UpdateWebhookEndpointRequest', UpdateWebhookEndpointRequest, {
    description: 'The changes, at least one. What is absent stays as it is.',
    fields: { ...givenTexts, status: 'Pauses or enables it. A disabled one must pass a ping first.' },
  }),
  describeRequest('RotateWebhookSecretRequest', RotateWebhookSecretRequest, {
    description: 'How long both secrets hold.',
    fields: { oldValidHours: 'For so many hours webhooks are signed with the old secret too, 0 to 168.' },
  }),
  describeResponse('WebhookEndpoint', WebhookEndpointResponse, {
    description: 'Where the account is told of its events.',
    fields: shownTexts(),
  }),
  describeResponse('WebhookEndpointWithSecret', WebhookEndpointWithSecret, {
    description: 'A webhook endpoint with its new secret.',
    fields: { ...shownTexts(), secret: 'Verifies the signatures of its webhooks. It is shown only here: keep it.' },
  }),
];

export const webhookEndpointExample = {
  id: A_WEBHOOK_ENDPOINT_ID,
  url: 'https://shop.example/webhooks',
  events: ['payment.received', 'collection.completed'],
  status: 'enabled',
  createdAt: CREATED,
  updatedAt: CREATED,
} satisfies WebhookEndpointResponse;
