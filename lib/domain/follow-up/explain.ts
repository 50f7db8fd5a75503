/** The reasons a plan gives: for the plan as a whole, and for each of its slots. */
import { MAX_IN_24_HOURS, MAX_PER_COLLECTION } from './caps.ts';
import type { Channel, FollowUp, GivenFollowUp, Tone } from './follow-up.ts';
import { MAX_REMOVED_LISTED, type Placement, type RemovalReason } from './place-slots.ts';
import type { OpeningHours } from './quiet-hours.ts';
import { completeFollowUp, type StrategyContext } from './strategy.ts';

const givenParts = (followUp: FollowUp & { enabled: true }): GivenFollowUp => {
  const { startAfterMinutes: startAfter, cadence, channels, tone } = followUp;
  const parts = { startAfter, cadence, channels, tone };
  return Object.fromEntries(followUp.given.map((part) => [part, parts[part]]));
};

/** Not stored with the collection: what was given and what the strategy knew lead to the same reasons again. */
export function strategyReasons(followUp: FollowUp, context: StrategyContext): readonly string[] {
  if (followUp.enabled) return completeFollowUp(givenParts(followUp), context).reasons;
  const byItself = completeFollowUp(undefined, context);
  return byItself.enabled ? ['turned off by the caller'] : byItself.reasons;
}

const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export function hoursReason({ zones, opens, closes, noSmsOnSunday }: OpeningHours): string {
  const [first, ...others] = zones;
  const where = others.length > 2 ? `${first} and ${others.length} more zones` : zones.join(' and ');
  return `quiet from ${clockHour(closes)} to ${clockHour(opens)} in ${where}${noSmsOnSunday ? ', no sms on Sundays' : ''}`;
}

const REMOVAL = {
  merged: 'moved onto the reminder before',
  cap_24h: `at most ${MAX_IN_24_HOURS} in any 24 hours`,
  cap_collection: `at most ${MAX_PER_COLLECTION} per collection`,
  quiet_hours_past_expiry: 'quiet hours last until expiry',
  after_expiry: 'startAfter is not before expiry',
} as const satisfies Record<RemovalReason, string>;

/** How many were removed, and why. Those that are not listed come after the collection's cap, so they count as its. */
export function removalReasons({ removed, notListed }: Pick<Placement, 'removed' | 'notListed'>): readonly string[] {
  const counts = new Map<RemovalReason, number>();
  for (const { reason } of removed) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (notListed > 0) counts.set('cap_collection', (counts.get('cap_collection') ?? 0) + notListed);
  const total = removed.length + notListed;
  return [
    ...[...counts].map(([reason, count]) => `${REMOVAL[reason]}: ${count} removed`),
    ...(notListed > 0 ? [`the first ${MAX_REMOVED_LISTED} of ${total} removed are listed`] : []),
  ];
}

export type SlotFacts = {
  minutesAfterCreation: number;
  expiresInMinutes: number;
  movedFrom: string | undefined;
  order: readonly Channel[];
  isSmsSilent: boolean;
  tone: Tone;
  toneGiven: boolean;
};

/** Why a slot is due then, starts on that channel, and has that tone. */
export function slotReason(history: SlotFacts): string {
  const { minutesAfterCreation: minutes, expiresInMinutes, movedFrom, order, tone } = history;
  const percent = Math.floor((minutes / expiresInMinutes) * 100);
  return [
    `${minutes} minutes after creation`,
    ...(movedFrom === undefined ? [] : [`moved from ${movedFrom} out of quiet hours`]),
    order.length === 1 ? `${order[0]} only` : `${order[0]} has its turn`,
    ...(history.isSmsSilent ? ['no sms on Sundays'] : []),
    history.toneGiven ? `${tone} as given` : `${tone} with ${percent}% of the time passed`,
  ].join('; ');
}
