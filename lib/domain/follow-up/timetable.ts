/** When the slots of a plan would be due without quiet hours and caps: evenly apart, by steps of a life, or by days, in the morning of the person's zones. */

import { holdsOf } from '#lib/domain/answers.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Contact } from '#lib/domain/contact.ts';
import { lifeOf } from '#lib/domain/time/due-day.ts';
import { fromLocal, localDay, type OpeningHours, openSpanFrom } from '#lib/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { LONG_LIFE_DAYS_APART, PAST_DUE_STEPS, stepsOfLife } from './due-rhythm.ts';
import { CADENCE_MINUTES, type FollowUp } from './follow-up.ts';
import { spreadOf, type Timetable } from './place-slots.ts';

/** Hours of the local day, from the first to just before the second. */
const MORNING = { from: 9, until: 12 };

/** Longer than any closed time: a day on which no hour is open is followed by one that has some. */
const MAX_CLOSED_DAYS = 7;

/** `spread`: a number that differs between collections, so that not all of them are due at once. `from`: nothing is due before. */
type Morning = { hours: OpeningHours; spread: number; from: number };

/**
 * In milliseconds, on a whole minute: from 9 o'clock on in the zone where the day begins last, spread until noon there; on a day
 * that is closed, the next morning that is open. On the day of `from`, only the rest of the morning is used.
 */
function morningOf(day: number, { hours, spread, from }: Morning): number {
  for (let next = day; next <= day + MAX_CLOSED_DAYS; next += 1) {
    const [opens, noon] = [hourOf(next, MORNING.from, hours), hourOf(next, MORNING.until, hours)];
    const start = from > opens && from < noon ? Math.ceil(from / MINUTE_MS) * MINUTE_MS : opens;
    const { opensAt, closesAt } = openSpanFrom(hours, start);
    if (opensAt > start) continue;
    const minutes = Math.max(1, Math.floor((Math.min(noon, closesAt) - start) / MINUTE_MS));
    return start + (spread % minutes) * MINUTE_MS;
  }
  return openSpanFrom(hours, hourOf(day, MORNING.from, hours)).opensAt;
}

const hourOf = (day: number, hour: number, { zones }: OpeningHours): number =>
  Math.max(...zones.map((zone) => fromLocal(zone, day * DAY_MS + hour * HOUR_MS)));

/** The person's day, in the first of their zones. */
export const dayOfPerson = ({ zones }: Pick<OpeningHours, 'zones'>, at: number): number =>
  localDay(zones[0] ?? 'UTC', at);

export type PlannedCollection = Pick<
  Collection,
  | 'id'
  | 'createdAt'
  | 'reopenedAt'
  | 'expiresAt'
  | 'expiresInMinutes'
  | 'dueDay'
  | 'amount'
  | 'followUp'
  | 'plan'
  | 'pause'
  | 'claims'
  | 'disputes'
  | 'arm'
> & { contact: Pick<Contact, 'email'> };

type EnabledFollowUp = FollowUp & { enabled: true };

type TimetableSetting = { sent: number; hours: OpeningHours };

/** `sent`: how many reminders came before these. */
export function timetableOf(
  collection: PlannedCollection,
  followUp: EnabledFollowUp,
  around: TimetableSetting,
): Timetable {
  const { id, expiresAt, plan, arm } = collection;
  const pauses = pausesOf(collection);
  return {
    id,
    ...rhythmOf(collection, followUp, around),
    hours: around.hours,
    expiresAt: Date.parse(expiresAt),
    ...(arm === 'held_out' && { isHeldOut: true as const }),
    ...(plan && { from: Date.parse(plan.from) }),
    ...(pauses.length > 0 && { pauses }),
  };
}

/** What a person or an answer of the customer holds back: a pause hides neither a claim nor a dispute. */
export const pausesOf = (collection: PlannedCollection): NonNullable<Timetable['pauses']> => [
  ...holdsOf(collection),
  ...(collection.pause === undefined
    ? []
    : [
        { since: Date.parse(collection.pause.since), until: timeOf(collection.pause.until), reason: 'paused' as const },
      ]),
];

type Rhythm = Pick<Timetable, 'firstAt' | 'step' | 'count' | 'times' | 'apart'>;

function rhythmOf(collection: PlannedCollection, followUp: EnabledFollowUp, around: TimetableSetting): Rhythm {
  const { expiresAt, plan } = collection;
  const expires = Date.parse(expiresAt);
  const given = timesOf(collection, followUp, around.hours);
  if (given !== undefined) {
    const times = given.filter((at) => at < expires);
    const apart = followUp.steps === 'life' && { apart: LONG_LIFE_DAYS_APART * DAY_MS };
    return { firstAt: times[0] ?? given[0] ?? expires, step: DAY_MS, count: times.length, times, ...apart };
  }
  const step = CADENCE_MINUTES[followUp.cadence] * MINUTE_MS;
  const { startsAt } = lifeOf(collection);
  const firstAt = plan?.restartsAt ? Date.parse(plan.restartsAt) : startsAt + followUp.startAfterMinutes * MINUTE_MS;
  const untilExpiry = Math.ceil((expires - firstAt) / step);
  const left = attemptsLeft(followUp, plan?.restartsAt ? around.sent : 0);
  return { firstAt, step, count: Math.max(0, Math.min(left, untilExpiry)) };
}

/** In milliseconds, of slots that are not evenly apart. */
function timesOf(
  collection: PlannedCollection,
  { schedule, steps, chosenFor }: EnabledFollowUp,
  hours: OpeningHours,
): readonly number[] | undefined {
  const { id, dueDay, plan } = collection;
  const { startsAt, minutes } = lifeOf(collection);
  const from = (start: number, table: readonly number[]) => table.map((step) => start + step * MINUTE_MS);
  if (schedule !== undefined && dueDay !== undefined) {
    const morning = { hours, spread: spreadOf(id), from: startsAt };
    const times = schedule.map((days) => morningOf(dueDay + days, morning)).filter((at) => at >= startsAt);
    return restarted(times, plan?.restartsAt);
  }
  if (steps === 'life') return restarted(from(startsAt, stepsOfLife(chosenFor ?? minutes)), plan?.restartsAt);
  return steps && from(plan?.restartsAt === undefined ? startsAt : Date.parse(plan.restartsAt), PAST_DUE_STEPS);
}

/** From a broken promise on, one reminder comes at once, and then those that were to come. */
function restarted(times: readonly number[], restartsAt: string | undefined): readonly number[] {
  if (restartsAt === undefined) return times;
  const from = Date.parse(restartsAt);
  return [from, ...times.filter((at) => at >= from + DAY_MS)];
}

const timeOf = (instant: string | undefined): number =>
  instant === undefined ? Number.POSITIVE_INFINITY : Date.parse(instant);

/** After a broken promise there is at least one. */
const attemptsLeft = ({ maxAttempts }: EnabledFollowUp, sent: number): number =>
  maxAttempts === undefined ? Number.POSITIVE_INFINITY : Math.max(maxAttempts - sent, 1);
