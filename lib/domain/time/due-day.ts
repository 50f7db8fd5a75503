/** The due day: the last day on which a payment is in time. A day is held as the number of days since 1 January 1970. */
import type { Account } from '#lib/domain/account.ts';
import type { Fault } from '#lib/domain/errors.ts';
import { allZonesOf } from '#lib/domain/phone.ts';
import { localDay, startOfDay } from './local-time.ts';
import { DAY_MS, MINUTE_MS, MINUTES_A_DAY } from './time-units.ts';

/** Of a text like `2026-12-31`. */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);

type Country = Account['country'];

/** In milliseconds: when the day has ended in every zone of the country. Without a country, in UTC. */
export const endOfDay = (day: number, country: Country): number =>
  Math.max(...allZonesOf(country).map((zone) => startOfDay(zone, day + 1)));

/** The earliest day that it still is somewhere in the country. */
export const dayIn = (country: Country, at: number): number =>
  Math.min(...allZonesOf(country).map((zone) => localDay(zone, at)));

/** How many days the due day has passed: none until it has ended. */
export const daysPast = (dueDay: number, country: Country, at: number): number =>
  Math.max(0, dayIn(country, at) - dueDay);

/** Days from now to the due day, if there is one; negative if it has passed. */
export const leadOf = (dueDay: number | undefined, { country }: Pick<Account, 'country'>, now: Date) =>
  dueDay === undefined ? undefined : dueDay - dayIn(country, now.getTime());

const MAX_YEARS = 10;

export const NO_NEAR_DAY: Fault = { path: 'dueDate', message: `must be at most ${MAX_YEARS} years from today` };

export const NO_DUE_DATE: Fault = { path: 'followUp.schedule', message: 'is only possible with a dueDate' };

export const endsBeforeDue = (path: string): Fault => ({ path, message: 'must not end before the due day has ended' });

/** Whether the day is at most ten years before or after `now`. */
export function isNearDay(day: number, now: Date): boolean {
  const shifted = (years: number) =>
    Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate()) / DAY_MS;
  return day >= shifted(-MAX_YEARS) && day <= shifted(MAX_YEARS);
}

/** So long can a debt be paid after its due day, unless its request says otherwise. */
const DAYS_AFTER = 90;

/** In minutes from the creation: until 90 days after the due day, or after the creation, when that is later. */
export function lifeUntilAfter(
  dueDay: number,
  { country, createdAt }: { country: Country; createdAt: number },
): number {
  const end = endOfDay(dueDay + DAYS_AFTER, country);
  return Math.max(Math.ceil((end - createdAt) / MINUTE_MS), DAYS_AFTER * MINUTES_A_DAY);
}

type PayableTime = { createdAt: string; reopenedAt?: string; expiresAt: string; expiresInMinutes: number };

/** Since when, in milliseconds, and for how many minutes it can be paid: counted from when it was reopened, if it was. */
export function lifeOf({ createdAt, reopenedAt, expiresAt, expiresInMinutes }: PayableTime) {
  if (reopenedAt === undefined) return { startsAt: Date.parse(createdAt), minutes: expiresInMinutes };
  const startsAt = Date.parse(reopenedAt);
  return { startsAt, minutes: Math.ceil((Date.parse(expiresAt) - startsAt) / MINUTE_MS) };
}
