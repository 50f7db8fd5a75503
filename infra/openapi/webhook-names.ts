/** The names and texts of webhook endpoints and of deliveries. */
import * as delivery from '#lib/contract/webhook-delivery.ts';
import * as endpoint from '#lib/contract/webhook-endpoint.ts';
import { INSTANT, request, response } from './named.ts';
import { ZONED } from './request-names.ts';

const GIVEN = {
  url: 'An address under https on port 443 with a host name whose addresses are all public, at most 2,048 characters. It is checked before every attempt.',
  events: 'The types of events that are told there, each once; or only `*` for all of them, new types included.',
  description: 'Your remark, 1 to 200 characters; white space around it is removed.',
  notifyEmail: 'Who is warned when deliveries fail: an email address of at most 254 characters.',
};

request('CreateWebhookEndpointRequest', endpoint.CreateWebhookEndpointRequest, {
  description: 'A webhook endpoint.',
  fields: GIVEN,
});
request('UpdateWebhookEndpointRequest', endpoint.UpdateWebhookEndpointRequest, {
  description: 'The changes, at least one. What is absent stays as it is.',
  fields: { ...GIVEN, status: 'Pauses or enables it. A disabled one must pass a ping first.' },
});
request('RotateWebhookSecretRequest', endpoint.RotateWebhookSecretRequest, {
  description: 'How long both secrets hold.',
  fields: { oldValidHours: 'For so many hours webhooks are signed with the old secret too, 0 to 168.' },
});
request('ReplayDeliveriesRequest', delivery.ReplayDeliveriesRequest, {
  description: 'Which deliveries are sent again.',
  fields: {
    since: `When the first of the events was told; ${ZONED}.`,
    until: `When the last of them was told; ${ZONED}. When absent, now.`,
    status: '`failed` for those that failed for good, `all` for those that were accepted, too.',
  },
});

const SHOWN = {
  id: '`whe_` and 35 characters.',
  url: 'Where its webhooks are sent.',
  events: 'The types of events that are told there, or only `*`.',
  description: 'Your remark; absent if there is none.',
  notifyEmail: 'Who is warned when deliveries fail; absent if nobody is.',
  status:
    'To an `enabled` one webhooks are sent; for a `paused` or `disabled` one they wait, and are sent once it is enabled.',
  statusReason:
    'Why it is not enabled: `merchant` (you paused it), `failing` (probed until it answers), `retry_after` (it asked for a pause), `gone` (it answered 410) or `failing_for_days`. Absent when it is enabled.',
  oldSecretValidUntil: `Until when webhooks are signed with the secret before the last rotation, too, ${INSTANT}; absent after that.`,
  createdAt: `When it was created, ${INSTANT}.`,
  updatedAt: `When it last changed, ${INSTANT}.`,
};

response('WebhookEndpoint', endpoint.WebhookEndpointResponse, {
  description: 'Where the account is told of its events.',
  fields: SHOWN,
});
response('WebhookEndpointWithSecret', endpoint.WebhookEndpointWithSecret, {
  description: 'A webhook endpoint with its new secret.',
  fields: { ...SHOWN, secret: 'Verifies the signatures of its webhooks. It is shown only here: keep it.' },
});

const RESULT = {
  httpStatus: 'The status that the receiver answered; absent if there was no answer.',
  error: 'Why there was no answer; absent if there was one.',
  milliseconds: 'How long it took.',
  answer: 'The beginning of what the receiver answered, at most 1 KB; absent if it is empty.',
};

response('PingResult', delivery.PingResponse, {
  description: 'What the receiver did with a ping.',
  fields: { passed: 'Whether it answered 2xx.', ...RESULT },
});
response('DeliveryAttempt', delivery.DeliveryAttemptResponse, {
  description: 'One attempt to send a webhook.',
  fields: { at: `When it was made, ${INSTANT}.`, ...RESULT },
});
response('DeliveredEvent', delivery.DeliveredEvent, {
  description: 'The event that a delivery tells.',
  fields: { id: '`evt_` and 25 characters.', type: 'What happened.' },
});
response('WebhookDelivery', delivery.DeliveryResponse, {
  description: 'An event on its way to an endpoint.',
  fields: {
    id: '`dlv_` and 34 characters.',
    event: 'What it tells.',
    status:
      '`waiting` for the next attempt, `sending` now, `held` until the endpoint is enabled, `delivered` when it was accepted, `failed` when every attempt failed.',
    nextAttemptAt: `When the next attempt is made, ${INSTANT}; null unless it is waiting.`,
    attempts: 'The attempts, oldest first; at most the last 30.',
    createdAt: `When the event was told, ${INSTANT}.`,
  },
});
response('DeliveryLogMeta', delivery.DeliveryLogMeta, {
  description: 'Where a page of the log ends.',
  fields: { nextCursor: 'What to send as `cursor` for older ones; null at the end of the log.' },
});
response('Replay', delivery.ReplayResponse, {
  description: 'What is sent again.',
  fields: {
    replayed: 'How many deliveries, at most 200.',
    nextSince: `From when there are more, ${INSTANT}: replay since then; null when these were all.`,
  },
});
