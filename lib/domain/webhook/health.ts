/** The health of a webhook endpoint: when it is stopped, and the events that tell so. */

import type { FedEvent } from '#lib/domain/feed.ts';
import { type EndpointRef, eventId } from '#lib/domain/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import type { StatusReason, WebhookEndpoint } from './endpoint.ts';

export type Health = {
  /** Failed attempts in a row. */
  failures: number;
  /** When the first of them was; a probe that passes does not change it, a delivery that is accepted does. */
  failingSince?: string;
  /** How many warnings were sent by email since then. */
  warnings: number;
  /** Probes in a row that failed. */
  probes: number;
  /** When the endpoint needs work next: a probe, the end of a pause, or the rest of what was held. */
  nextRunAt?: string;
  /** It is enabled, but deliveries may still be held from before. */
  isCatchingUp?: boolean;
  /** When a replay put deliveries among what is held. */
  replayedAt?: string;
};

export const HEALTHY: Health = { failures: 0, warnings: 0, probes: 0 };

const MAX_FAILURES = 20;
const MIN_FAILING_MS = 5 * MINUTE_MS;
const MAX_FAILING_MS = 5 * DAY_MS;

/** After so long without a success each warning goes out; the notice of a disabled endpoint is the last email. */
const WARNINGS_MS = [HOUR_MS, DAY_MS, 4 * DAY_MS];

const PROBE_WAITS_MS = [5 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS, 40 * MINUTE_MS];

type Diagnosis = 'failing_for_days' | 'failing' | 'bearable';

export function diagnose({ failures, failingSince }: Health, now: Date): Diagnosis {
  const failingMs = failingSince === undefined ? 0 : now.getTime() - Date.parse(failingSince);
  if (failingMs >= MAX_FAILING_MS) return 'failing_for_days';
  return failures >= MAX_FAILURES && failingMs >= MIN_FAILING_MS ? 'failing' : 'bearable';
}

export function nextProbeAt({ probes }: Health, now: Date): Date {
  return new Date(now.getTime() + (PROBE_WAITS_MS[probes] ?? HOUR_MS));
}

/** How many warnings should have been sent by now. */
export function warningsDue({ failingSince }: Health, now: Date): number {
  if (failingSince === undefined) return 0;
  const failingMs = now.getTime() - Date.parse(failingSince);
  return WARNINGS_MS.filter((after) => failingMs >= after).length;
}

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
