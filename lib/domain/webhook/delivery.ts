/** A delivery: one event on its way to one endpoint, with the attempts that were made, and when it is sent again. */
import { createHash } from 'node:crypto';
import { toBase36 } from '#lib/domain/ids.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { type WebhookEndpoint, wants } from './endpoint.ts';

/**
 * Without a delivery it asks for the endpoint's own work. Without an attempt it is the sweeper's. `confirms`: the address for
 * notices is to be asked.
 */
export type WebhookTask = {
  endpoint: string;
  delivery?: string;
  round?: number;
  attempt?: number;
  confirms?: true;
};

export const PING = 'webhook.ping';

export const pingBody = (id: string, endpoint: string, now: Date): string =>
  JSON.stringify({ id, type: PING, timestamp: now.toISOString(), data: { endpoint: { id: endpoint } } });

/** `held`: it waits until its endpoint is enabled, and for its turn after that. `failed`: every attempt failed, or its endpoint is gone. */
export const DELIVERY_STATUSES = ['waiting', 'sending', 'held', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The class of an error. More would make the log a scanner of networks. */
export const DELIVERY_ERRORS = ['timeout', 'connect', 'tls', 'dns', 'blocked', 'interrupted'] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** `status` is the HTTP status, `answer` the beginning of the receiver's answer. */
export type DeliveryAttempt = {
  at: string;
  status?: number;
  error?: DeliveryError;
  milliseconds: number;
  answer?: string;
};

/** What became of one attempt. `waitMs`: the receiver asked for a pause. */
export type SentWebhook = Omit<DeliveryAttempt, 'at'> & { waitMs?: number };

export type Delivery = {
  id: string;
  endpoint: string;
  /** The event's id, type and body, exactly as they are sent. */
  event: string;
  type: string;
  body: string;
  status: DeliveryStatus;
  /** How many attempts were claimed in this round; a replay begins a new one. */
  claimed: number;
  /** How often it was replayed. */
  round: number;
  attempts: DeliveryAttempt[];
  /** When the next attempt is due, or the claim of the present one ends. */
  nextRunAt?: string;
  createdAt: string;
};

/** An event as it is told: its body is rendered once. `at` is when it was told. */
export type Telling = { id: string; type: string; body: string };

/**
 * A message of the queue asks for the first attempt. If it is lost, the sweeper asks for it from this time on: late enough
 * that a claim which comes soon can leave the instant as it is, because each change of it costs two writes to the index.
 */
const FIRST_RUN_MS = 90_000;

const TIME_LENGTH = 9;

/** The time comes first, so that ids are in the order of telling; a repetition gets the same id. */
export function deliveryId(endpoint: string, event: string, at: Date): string {
  const hash = toBase36(createHash('sha256').update(`${endpoint}#${event}`).digest().subarray(0, 16));
  return `dlv_${at.getTime().toString(36).padStart(TIME_LENGTH, '0')}${hash}`;
}

/** No id before this instant is greater. */
export const firstDeliveryId = (at: Date): string => `dlv_${at.getTime().toString(36).padStart(TIME_LENGTH, '0')}`;

/** To an endpoint that is not enabled it is held. */
export function newDelivery(endpoint: WebhookEndpoint, { id: event, type, body }: Telling, now: Date): Delivery {
  const at = now.toISOString();
  const isHeld = endpoint.status !== 'enabled';
  return {
    id: deliveryId(endpoint.id, event, now),
    endpoint: endpoint.id,
    event,
    type,
    body,
    status: isHeld ? 'held' : 'waiting',
    claimed: 0,
    round: 0,
    attempts: [],
    ...(!isHeld && { nextRunAt: new Date(now.getTime() + FIRST_RUN_MS).toISOString() }),
    createdAt: at,
  };
}

/** One for each endpoint that wants the event. */
export const deliveriesOf = (
  endpoints: readonly WebhookEndpoint[],
  { toldAt, ...told }: Telling & { toldAt: string },
): Delivery[] =>
  endpoints
    .filter((endpoint) => wants(endpoint, told.type))
    .map((endpoint) => newDelivery(endpoint, told, new Date(toldAt)));

/** The first attempts; a held delivery has none yet. */
export const firstTasks = (deliveries: readonly Pick<Delivery, 'id' | 'endpoint' | 'status'>[]): WebhookTask[] =>
  deliveries
    .filter(({ status }) => status === 'waiting')
    .map(({ endpoint, id }) => ({ endpoint, delivery: id, round: 0, attempt: 1 }));

/** The log keeps the latest attempts. */
const MAX_ATTEMPTS_KEPT = 30;

export const withAttempt = (attempts: readonly DeliveryAttempt[], attempt: DeliveryAttempt): DeliveryAttempt[] =>
  [...attempts, attempt].slice(-MAX_ATTEMPTS_KEPT);

/** Only 2xx is success; a redirect is never followed. */
export const isAccepted = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean =>
  status !== undefined && status >= 200 && status <= 299;

/** The wait after each attempt: 75 hours and 36 minutes together, and up to a tenth more. */
export const WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

const MAX_JITTER = 0.1;

/** `attempt` counts from 1; `jitter` is from 0 up to 1. Undefined after the last attempt. */
export function nextAttemptAt(attempt: number, now: Date, jitter: number): Date | undefined {
  const wait = WAITS_MS[attempt - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + Math.round(wait * (1 + MAX_JITTER * jitter)));
}

/** An endpoint cannot ask for a longer pause. */
const MAX_RETRY_AFTER_MS = 10 * HOUR_MS;

/** Of a receiver's answer with this header. */
export const asksToWait = (status: number | undefined): boolean => status === 429 || status === 503;

/** Reads the header Retry-After: seconds, or a date of HTTP in real time (`wallNow`). The pause in milliseconds. */
export function retryAfterMs(header: string | undefined, wallNow: Date): number | undefined {
  const text = header?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : untilDate(text, wallNow);
  return asked === undefined || asked <= 0 ? undefined : Math.min(asked, MAX_RETRY_AFTER_MS);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function untilDate(text: string, now: Date): number | undefined {
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at - now.getTime();
}
