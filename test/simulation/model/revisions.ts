/** Revisions of a plan: a pause, a promise, a reminder asked for, corrected terms (docs/decisions/0015-plans-are-computed.md). */
import type { Attempt } from './attempts.ts';
import type { Known } from './collection.ts';
import type { Hours } from './hours.ts';
import type { Slot } from './plan.ts';
import { isPayable } from './states.ts';
import type { Strategy } from './strategy.ts';
import type { Channel, FollowUpRequest, Tone } from './wire.ts';

export type Pause = { since: number; until: number; reason: 'merchant' | 'reply' | 'promise' };
export type Promised = { payBy: number; madeAt: number; brokenAt?: number };

/** What a plan depends on, beside the collection itself. */
export type Terms = {
  strategy: Strategy | undefined;
  hours: Hours;
  reachable: readonly Channel[];
  given?: FollowUpRequest | undefined;
};

/** How a revised plan goes on. All of it is fixed at the revision, so equal courses have equal plans. */
export type Course = {
  /** Slots that were due before are no part of it. */
  from: number;
  /** The slots on record. */
  before: readonly Slot[];
  /** Those of them that were sent, with the reminder that was asked for: gaps, caps and tones count them. */
  reminders: readonly { dueAt: number; tone: Tone }[];
  pause?: Pause | undefined;
  restartsAt?: number | undefined;
  /** By so many steps each tone is firmer. */
  firmer: number;
  /** It has the number after those on record. */
  asked?: Slot | undefined;
};

const toWholeMinute = (at: number): number => Math.ceil(at / 60_000) * 60_000;

type Change = Partial<Pick<Course, 'pause' | 'restartsAt' | 'firmer'>> & {
  from: number;
  asked?: Omit<Slot, 'slot'> | undefined;
  isAnew?: boolean;
};

/** The plan begins anew: what was claimed stays, and the numbers go on. A broken promise keeps its effect. */
export function courseFrom(known: Known, change: Change): Course {
  const { attempts, nextSlot } = known;
  const was = change.isAnew ? undefined : known.course;
  const before = Array.from({ length: nextSlot - 1 }, (_, index) => slotOf(attempts, index + 1, change.from));
  const asked = change.asked && { ...change.asked, slot: nextSlot, dueAt: toWholeMinute(change.asked.dueAt) };
  const sent = attempts.filter(({ slot, at }) => slot.slot < nextSlot && at.sending !== undefined);
  const reminders = [...sent.map(({ slot }) => slot), ...(asked ? [asked] : [])];
  return {
    from: change.from,
    before,
    reminders: reminders.toSorted((a, b) => a.dueAt - b.dueAt).map(({ dueAt, tone }) => ({ dueAt, tone })),
    pause: 'pause' in change ? change.pause : known.course?.pause,
    restartsAt: change.restartsAt ?? was?.restartsAt,
    firmer: change.firmer ?? was?.firmer ?? 0,
    asked,
  };
}

const slotOf = (attempts: readonly Attempt[], slot: number, from: number): Slot =>
  attempts.find((each) => each.slot.slot === slot)?.slot ?? { slot, dueAt: from, channels: [], tone: 'gentle' };

/** The pause, if it is not over. */
export const pauseAt = ({ course }: Pick<Known, 'course'>, now: number): Pause | undefined =>
  course?.pause !== undefined && course.pause.until > now ? course.pause : undefined;

/** The reminder that was asked for, if it is not claimed yet. */
export const waitingSlot = ({ course, nextSlot }: Known): Slot | undefined =>
  course?.asked?.slot === nextSlot ? course.asked : undefined;

const HOUR = 3_600_000;

/** Until when a reply pauses the reminders: for a day, and never past the last slot. */
export function replyPause(known: Known, slots: readonly Slot[], { at, now }: { at: number; now: number }) {
  const last = slots.at(-1)?.dueAt;
  if (last === undefined || !isPayable(known.status)) return undefined;
  const until = Math.min(at + 24 * HOUR, last);
  const longer = pauseAt(known, now);
  return until > now && (longer === undefined || longer.until < until) ? until : undefined;
}
