/** The strategy's tables for a collection that has a due day, or a life of more than 14 days: when it is followed up, and how firmly. */
import { MINUTES_A_DAY } from '#lib/domain/time/time-units.ts';
import type { Tone } from './follow-up.ts';

/** Days from the due day, by the days between the choice and the due day. */
const BEFORE: readonly { leadFrom: number; days: readonly number[] }[] = [
  { leadFrom: 14, days: [-7, -3] },
  { leadFrom: 5, days: [-3] },
  { leadFrom: 2, days: [-1] },
  { leadFrom: 0, days: [] },
];

const FROM_DUE_DAY = [0, 3, 7, 14, 21, 30, 45, 60, 90];

/** Days from the due day. Undefined if it has passed. */
export function scheduleFor(leadDays: number): readonly number[] | undefined {
  const before = BEFORE.find(({ leadFrom }) => leadDays >= leadFrom);
  return before && [...before.days, ...FROM_DUE_DAY];
}

/** In minutes from the creation, for a debt whose due day has passed by then. */
export const PAST_DUE_STEPS: readonly number[] = [0, 4, 10, 18, 30, 45].map((days) => days * MINUTES_A_DAY);

/** Longer lives have reminders at parts of them. */
export const LONG_LIFE_ABOVE = 14 * MINUTES_A_DAY;
export const LONG_LIFE_START = 60;
export const LONG_LIFE_DAYS_APART = 3;

/** In minutes from the creation, rising: at once, at each quarter of the life, and shortly before its end. */
export const stepsOfLife = (minutes: number): readonly number[] =>
  [
    LONG_LIFE_START,
    ...[0.25, 0.5, 0.75].map((part) => Math.round(minutes * part)),
    ...[7, 3, 1].map((days) => minutes - days * MINUTES_A_DAY),
  ].toSorted((a, b) => a - b);

const URGENT_FROM = 14;

/** `days` after the due day; negative before it. */
export const toneOnDay = (days: number): Tone => {
  if (days <= 0) return 'gentle';
  return days < URGENT_FROM ? 'professional' : 'urgent';
};
