/** The last reminder of a collection that was sent, and the next one, if nobody pays or answers until then. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import type { PersonRules } from '#lib/domain/person/policy.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { explainPlan, forecastOf } from './explain.ts';
import { pauseWith } from './follow-up.ts';
import type { PlanSetting } from './plan.ts';

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
  const plan = explainPlan(seen, setting);
  const expected = forecastOf(seen, plan, { person: setting.person, rules, now });
  const planned = plan.slots.flatMap(({ slot, dueAt }) => {
    const forecast = expected.get(slot);
    if (forecast === undefined || forecast.kind === 'skip') return [];
    return [forecast.kind === 'defer' ? forecast.until : dueAt];
  });
  const isPaused = pauseWith(seen.pause, setting.person?.pausedSince) !== undefined;
  const again = isPaused || seen.retry === undefined ? [] : [seen.retry.at];
  return [...planned, ...again].toSorted()[0];
}
