/** When a webhook that was not accepted is sent again. */

import { HOUR_MS, MINUTE_MS } from '#lib/domain/time-units.ts';

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
