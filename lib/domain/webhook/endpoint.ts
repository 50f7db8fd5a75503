/** Webhook endpoints: where an account is told of its events, which addresses they may have, and their states and changes. */

import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { webhookEndpointForbidden, webhookEndpointNotFound } from '#lib/domain/errors.ts';
import { type EndpointRef, parseEndpointId, toBase36 } from '#lib/domain/ids.ts';
import { isLoopback } from '#lib/domain/loopback.ts';

type OwnedEndpoint = { ref: EndpointRef; endpoint: WebhookEndpoint };

/** @throws webhook_endpoint_not_found, or webhook_endpoint_forbidden if another account owns it */
export function ownedEndpoint(all: readonly WebhookEndpoint[] | undefined, id: string, account: string): OwnedEndpoint {
  const ref = parseEndpointId(id);
  const endpoint = all?.find((known) => known.id === id);
  if (ref === undefined || endpoint === undefined) throw webhookEndpointNotFound();
  if (ref.account !== account) throw webhookEndpointForbidden();
  return { ref, endpoint };
}

/** Per account: they are all stored in one item. */
export const WEBHOOK_ENDPOINT_LIMIT = 10;

/** An endpoint with this in its `events` is told every type. */
export const EVERY_EVENT = '*';

export const ENDPOINT_STATUSES = ['enabled', 'paused', 'disabled'] as const;
type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/**
 * Why an endpoint is not enabled. `merchant`: the account paused it. `failing`: too many deliveries in a row failed.
 * `retry_after`: it asked for a pause. `gone`: it answered 410. `failing_for_days`: nothing else for five days.
 */
export const STATUS_REASONS = ['merchant', 'failing', 'retry_after', 'gone', 'failing_for_days'] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

export type WebhookEndpoint = {
  id: string;
  url: string;
  events: string[];
  description?: string;
  notifyEmail?: string;
  /** When the reader of that address has agreed to get notices there. */
  notifyConfirmedAt?: string;
  status: EndpointStatus;
  statusReason?: StatusReason;
  /** Since when it has this status. */
  statusSince: string;
  /** The secret is derived from it, so that a rotation is a new number. */
  secretVersion: number;
  /** The secret before the last rotation, with which deliveries are signed too until that instant. */
  oldSecret?: { version: number; until: string };
  /** When it last passed a ping while it was disabled. */
  pingedAt?: string;
  /** The hash of the create, where it had an Idempotency-Key: a repeat of it answers this endpoint. */
  bodyHash?: string;
  createdAt: string;
  updatedAt: string;
};

export type EndpointRequest = Pick<WebhookEndpoint, 'url' | 'events'> & {
  description?: string | undefined;
  notifyEmail?: string | undefined;
};

/** What the id of an endpoint is made of: the same for each repeat of a create with a key. */
export const endpointBytes = (account: string, idempotencyKey: string): Uint8Array =>
  createHash('sha256').update(`${account}#webhook-endpoint#${idempotencyKey}`).digest().subarray(0, 16);

/** `bytes` are 16: random ones, or {@link endpointBytes}. */
export const newEndpointId = (account: string, bytes: Uint8Array): string => `whe_${account}${toBase36(bytes)}`;

export function newEndpoint(id: string, request: EndpointRequest, now: Date): WebhookEndpoint {
  const at = now.toISOString();
  const { url, events, description, notifyEmail } = request;
  return {
    id,
    url,
    events,
    ...(description !== undefined && { description }),
    ...(notifyEmail !== undefined && { notifyEmail }),
    status: 'enabled',
    statusSince: at,
    secretVersion: 1,
    createdAt: at,
    updatedAt: at,
  };
}

export const wants = ({ events }: Pick<WebhookEndpoint, 'events'>, type: string): boolean =>
  events.includes(EVERY_EVENT) || events.includes(type);

type Change = { [Name in keyof EndpointRequest]?: EndpointRequest[Name] | undefined } & {
  status?: 'enabled' | 'paused' | undefined;
};

/** Undefined if the change is refused: a disabled endpoint must pass a ping before it is enabled. */
export function changeEndpoint(endpoint: WebhookEndpoint, change: Change, now: Date): WebhookEndpoint | undefined {
  const { status, ...fields } = change;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changed = { ...endpoint, ...given };
  // A ping of the old address says nothing about the new one.
  if (changed.url !== endpoint.url) delete changed.pingedAt;
  if (changed.notifyEmail !== endpoint.notifyEmail) delete changed.notifyConfirmedAt;
  if (endpoint.status === 'disabled' && status !== undefined && !mayEnable(changed, status)) return undefined;
  const next = status === undefined || status === endpoint.status ? changed : withStatus(changed, status, now);
  return isSame(next, endpoint) ? endpoint : { ...next, updatedAt: latest(endpoint.updatedAt, now) };
}

const mayEnable = ({ pingedAt, statusSince }: WebhookEndpoint, status: string): boolean =>
  status === 'enabled' && pingedAt !== undefined && pingedAt >= statusSince;

function withStatus(endpoint: WebhookEndpoint, status: 'enabled' | 'paused', now: Date): WebhookEndpoint {
  const { statusReason: _, pingedAt: __, ...rest } = endpoint;
  const statusSince = now.toISOString();
  return status === 'enabled'
    ? { ...rest, status, statusSince }
    : { ...rest, status, statusReason: 'merchant', statusSince };
}

/** What its deliveries do to an endpoint; a pause by the merchant and a disabling stay. */
export function stopEndpoint(endpoint: WebhookEndpoint, reason: StatusReason, now: Date): WebhookEndpoint {
  if (endpoint.status === 'disabled' || endpoint.statusReason === 'merchant') return endpoint;
  const status = reason === 'gone' || reason === 'failing_for_days' ? 'disabled' : 'paused';
  if (endpoint.status === status && endpoint.statusReason === reason) return endpoint;
  const { pingedAt: _, ...rest } = endpoint;
  const at = now.toISOString();
  return { ...rest, status, statusReason: reason, statusSince: at, updatedAt: latest(endpoint.updatedAt, now) };
}

/** It heals by itself: after a probe that passed, or after the pause for which it asked. */
export function healEndpoint(endpoint: WebhookEndpoint, now: Date): WebhookEndpoint {
  if (!pausedByItself(endpoint)) return endpoint;
  return { ...withStatus(endpoint, 'enabled', now), updatedAt: latest(endpoint.updatedAt, now) };
}

const pausedByItself = ({ statusReason }: WebhookEndpoint): boolean =>
  statusReason === 'failing' || statusReason === 'retry_after';

/** The version before stays valid for so long; zero hours end it at once. */
export function rotateSecret(endpoint: WebhookEndpoint, oldValidHours: number, now: Date): WebhookEndpoint {
  const { oldSecret: _, secretVersion, ...rest } = endpoint;
  const until = new Date(now.getTime() + oldValidHours * 3_600_000).toISOString();
  return {
    ...rest,
    secretVersion: secretVersion + 1,
    ...(oldValidHours > 0 && { oldSecret: { version: secretVersion, until } }),
    updatedAt: latest(endpoint.updatedAt, now),
  };
}

/** The newest first. */
export const liveSecretVersions = ({ secretVersion, oldSecret }: WebhookEndpoint, now: Date): number[] =>
  oldSecret !== undefined && oldSecret.until > now.toISOString() ? [secretVersion, oldSecret.version] : [secretVersion];

const latest = (at: string, now: Date): string => (now.toISOString() > at ? now.toISOString() : at);

const isSame = (one: WebhookEndpoint, other: WebhookEndpoint): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

export type UrlRules = {
  /** The host of this service, which must not call itself. */
  ownHost: string | undefined;
  /** Whether plain http on this machine is accepted. False in production. */
  allowsLoopback: boolean;
  /** The ports of the local run itself, and the only path there that takes webhooks. */
  own?: { ports: readonly string[]; receiverPath: string };
};

const MAX_BYTES = 2048;
const HTTP_PORT = '80';

/** Says what is wrong, for the caller; undefined if nothing is. */
export function urlFault(text: string, { ownHost, allowsLoopback, own }: UrlRules): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `must have at most ${MAX_BYTES} bytes`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'must be an absolute URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (text.includes('#')) return 'must not have a fragment';
  if (allowsLoopback && isLoopback(url)) return isOwn(url, own) ? OWN : undefined;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.port !== '') return 'must use port 443';
  // The URL parser has brought every other spelling of an IPv4 address into this form.
  if (isIP(url.hostname) !== 0 || url.hostname.startsWith('[')) return 'must name a host, not an address';
  const host = url.hostname.replace(/\.$/, '');
  return host === ownHost ? OWN : undefined;
}

const OWN = 'must not be an address of this service';

/** By any name of this machine. */
const isOwn = ({ port, pathname }: URL, own: UrlRules['own']): boolean =>
  own?.ports.includes(port || HTTP_PORT) === true && pathname !== own.receiverPath;
