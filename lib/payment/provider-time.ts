/** Converts between the providers' time formats and ISO instants in UTC. */

import type { Order } from '#lib/domain/payment/exchange.ts';
import { MINUTE_MS } from '#lib/domain/time-units.ts';
import { malformed } from './read-answer.ts';

export const inMinutes = (now: Date, minutes: number): string =>
  new Date(now.getTime() + minutes * MINUTE_MS).toISOString();

/** All instants have the form of `toISOString`, because they are compared as text. */
export const earliest = (first: string, ...others: string[]): string =>
  others.reduce((min, each) => (each < min ? each : min), first);

/** The earlier of the collection's end and the provider's end. @throws when the provider's end has passed */
export function endOf({ expiresAt, now }: Pick<Order, 'expiresAt' | 'now'>, providersEnd: string): string {
  if (providersEnd <= now.toISOString()) throw malformed();
  return earliest(expiresAt, providersEnd);
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Reads an ISO time, which must name its zone. Like all readers here, it throws `malformed_answer`. */
export function readInstant(value: unknown): string {
  if (typeof value !== 'string' || !ZONED.test(value)) throw malformed();
  return toInstant(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

export function readEpochSeconds(value: unknown): string {
  if (!Number.isSafeInteger(value)) throw malformed();
  return toInstant((value as number) * 1000);
}

export function toInstant(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw malformed();
  return date.toISOString();
}
