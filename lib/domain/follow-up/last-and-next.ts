/** The last reminder of a collection that was sent, and the next one, if nobody pays or answers until then. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { type Channel, LAST_CHANNEL } from '#lib/domain/channels/channels.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import type { PersonRules } from '#lib/domain/person/policy.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { pauseWith } from './follow-up.ts';
import { forecastsOf } from './forecast-slots.ts';
import { placeSlots } from './place-slots.ts';
import { channelsOf, frameOf, type PlanSetting, planOf } from './plan.ts';

export type LastReminder = { at: string; channel: Channel; status: Attempt['status'] };

/** Of an attempt that was repeated, its first message counts until the other is sent. */
export function lastReminder(attempts: readonly Attempt[]): LastReminder | undefined {
  const messages = attempts.flatMap(({ earlier, ...attempt }) =>
    earlier === undefined ? [attempt] : [attempt, { ...earlier, status: 'failed' as const }],
  );
  const sent = messages.flatMap(({ at, channel, status }) =>
    at.sent === undefined || channel === undefined ? [] : [{ at: at.sent, channel, status }],
  );
  return sent.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0];
}

/**
 * When the next one goes out, ISO 8601, as the plan of the collection shows it: a message for several debts of a person may name it
 * earlier. Undefined if none will.
 */
export function nextReminderAt(
  collection: Collection,
  { rules, now, ...setting }: PlanSetting & { rules: PersonRules; now: Date },
): string | undefined {
  const seen = asSeenAt(collection, now);
  if (!isPayable(seen.status)) return undefined;
  const pause = pauseWith(seen.pause, setting.person?.pausedSince);
  const planned = { ...seen, ...(pause && { pause }) };
  const frame = frameOf(planned, setting);
  const placed = frame.timetable === undefined ? [] : placeSlots(frame.timetable);
  const plan = planOf(planned, setting, { ...frame, placed });
  const slots = plan.slots.map(({ dueAt }, index) => {
    // Of a reminder asked for, all channels can have opted out since.
    const [channel = seen.plan?.asked?.channels[0] ?? LAST_CHANNEL, ...fallbacks] = channelsOf(plan, index + 1);
    return { slot: index + 1, dueAt: new Date(dueAt).toISOString(), channel, fallbacks };
  });
  const times = pause !== undefined || seen.retry === undefined ? [] : [seen.retry.at];
  for (const [slot, forecast] of forecastsOf(seen, { ...plan, slots }, { person: setting.person, rules, now })) {
    if (forecast.kind === 'skip') continue;
    times.push(forecast.kind === 'defer' ? forecast.until : slot.dueAt);
    // None after it comes earlier.
    if (forecast.kind === 'send') break;
  }
  return times.toSorted()[0];
}
