/** The events of webhook endpoints themselves, told to the account's other endpoints and in the feed. */
import { type EndpointRef, eventId } from '#lib/domain/ids.ts';
import type { FedEvent } from '#lib/domain/told-event.ts';
import type { StatusReason, WebhookEndpoint } from './endpoint.ts';

/** Of an endpoint that was paused because its deliveries failed, and of one that was disabled. */
export const ENDPOINT_EVENT_TYPES = ['webhook_endpoint.failing', 'webhook_endpoint.disabled'] as const;
export type EndpointEventType = (typeof ENDPOINT_EVENT_TYPES)[number];

const TYPE_OF: { readonly [Reason in StatusReason]?: EndpointEventType } = {
  failing: 'webhook_endpoint.failing',
  gone: 'webhook_endpoint.disabled',
  failing_for_days: 'webhook_endpoint.disabled',
};

/** It is about no collection, so it has no number among the events of one. */
const NO_SEQUENCE = 0;

/** What is told of an endpoint that has just got the status that it has; undefined for a pause that was asked for. */
export function endpointEvent(ref: EndpointRef, endpoint: WebhookEndpoint): FedEvent | undefined {
  const { id: stopped, statusReason: reason, statusSince: timestamp } = endpoint;
  const type = reason && TYPE_OF[reason];
  if (type === undefined) return undefined;
  const id = eventId(stopped, `${type}#${timestamp}`);
  const body = JSON.stringify({ id, type, timestamp, data: { endpoint: { id: stopped }, reason } });
  return { ref, id, type, sequence: NO_SEQUENCE, toldAt: timestamp, body };
}
