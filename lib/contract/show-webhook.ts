/** Builds the responses of webhook endpoints and deliveries. Apart from their schemas, which the functions do not need. */
import type { Delivery, DeliveryAttempt } from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { DeliveryResponse } from './webhook-delivery.ts';
import type { WebhookEndpointResponse } from './webhook-endpoint.ts';

/** Names each field, so that no other stored field is ever shown. */
export const toWebhookEndpointResponse = (endpoint: WebhookEndpoint, now: Date): WebhookEndpointResponse => {
  const {
    id,
    url,
    events,
    description,
    notifyEmail,
    notifyConfirmedAt,
    status,
    statusReason,
    oldSecret,
    createdAt,
    updatedAt,
  } = endpoint;
  return {
    id,
    url,
    events,
    ...(description !== undefined && { description }),
    ...(notifyEmail !== undefined && { notifyEmail, notifyEmailConfirmed: notifyConfirmedAt !== undefined }),
    status,
    ...(statusReason !== undefined && { statusReason }),
    ...(oldSecret !== undefined && oldSecret.until > now.toISOString() && { oldSecretValidUntil: oldSecret.until }),
    createdAt,
    updatedAt,
  };
};

export const toDeliveryResponse = (delivery: Delivery): DeliveryResponse => ({
  id: delivery.id,
  event: { id: delivery.event, type: delivery.type },
  status: delivery.status,
  nextAttemptAt: delivery.status === 'waiting' ? (delivery.nextRunAt ?? null) : null,
  attempts: delivery.attempts.map(({ at, ...result }) => ({ at, ...toResult(result) })),
  createdAt: delivery.createdAt,
});

export const toResult = ({ status, error, milliseconds, answer }: Omit<DeliveryAttempt, 'at'>) => ({
  ...(status !== undefined && { httpStatus: status }),
  ...(error !== undefined && { error }),
  milliseconds,
  ...(answer !== undefined && { answer }),
});
