/** What comes before the computed slots of a revised plan: the attempts on record, and a reminder asked for. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { type PlanStart, TONES, type Tone } from './follow-up.ts';
import { type PlacedSlot, wholeMinute } from './place-slots.ts';

/** The attempts before the plan, whose later changes leave it as it is. A slot that was skipped when it was claimed is no reminder. */
const remindersBefore = ({ firstSlot }: PlanStart, attempts: readonly Attempt[]): readonly Attempt[] =>
  attempts.filter(({ slot, at }) => slot < firstSlot && at.sending !== undefined);

/** Each slot before the plan, and the one that was asked for, by the channels that are usable still. */
export function slotsBefore(
  plan: PlanStart,
  attempts: readonly Attempt[],
  isUsable: (channel: Channel) => boolean,
): PlacedSlot[] {
  const dueAt = new Map(attempts.map((attempt) => [attempt.slot, attempt.dueAt]));
  const slots = Array.from({ length: plan.firstSlot - 1 }, (_, index) => {
    const at = Date.parse(dueAt.get(index + 1) ?? plan.from);
    return { nominalAt: at, dueAt: at };
  });
  if (plan.asked === undefined) return slots;
  return [...slots, askedSlot({ ...plan.asked, channels: plan.asked.channels.filter(isUsable) })];
}

const askedSlot = (asked: NonNullable<PlacedSlot['asked']>): PlacedSlot => {
  const dueAt = wholeMinute(Date.parse(asked.at));
  return { nominalAt: dueAt, dueAt, asked };
};

/** When the reminders before the computed slots were due, in order. */
export function earlierReminders(plan: PlanStart, attempts: readonly Attempt[]): number[] {
  const { asked } = plan;
  const due = remindersBefore(plan, attempts).map((attempt) => Date.parse(attempt.dueAt));
  return [...due, ...(asked ? [askedSlot(asked).dueAt] : [])].toSorted((a, b) => a - b);
}

export const firmnessOf = (tone: Tone): number => TONES.indexOf(tone);

/** The firmest tone before the computed slots; undefined if there was none. */
export function firmest(plan: PlanStart, attempts: readonly Attempt[]): Tone | undefined {
  const { asked } = plan;
  const tones = remindersBefore(plan, attempts).map(({ tone }) => tone);
  return [...tones, ...(asked ? [asked.tone] : [])].toSorted((a, b) => firmnessOf(b) - firmnessOf(a))[0];
}
