/** The sentences in which a plan is explained: for the plan as a whole, and for each of its slots. */
import type { Cadence, Channel, FollowUp, Tone } from './follow-up.ts';
import { MAX_IN_24_HOURS, MAX_PER_COLLECTION, type Removal, type RemovalReason } from './place-slots.ts';
import type { OpeningHours } from './quiet-hours.ts';
import { type AmountTier, amountTier, attemptsFor, type Rhythm, rhythmFor } from './rhythm.ts';
import { isEmailFirst, type StrategyContext } from './strategy.ts';

/** Not stored with the collection: its follow-up and what the strategy knew lead to the same reasons again. */
export function strategyReasons(followUp: FollowUp, context: StrategyContext): readonly string[] {
  const { amount, expiresInMinutes } = context;
  const tier = amountTier(amount);
  const rhythm = rhythmFor(expiresInMinutes);
  if (!followUp.enabled) return whyOff(rhythm, tier, context);
  const { given, startAfterMinutes, cadence, tone } = followUp;
  const first = `first reminder after ${startAfterMinutes}`;
  return [
    given.includes('startAfter') ? 'startAfter given' : `${rhythm.window}: ${first} minutes`,
    ...(given.includes('cadence') ? ['cadence given: as many as the caps allow'] : whyThisOften(rhythm, tier, cadence)),
    ...(given.includes('channels') ? ['channels given'] : whyTheseChannels(context, tier)),
    given.includes('tone') ? 'tone given' : `${first} of ${expiresInMinutes} minutes, ${tier} amount: ${tone}`,
  ];
}

/** The strategy alone turns off what has no room for a reminder, and what has no address. */
function whyOff(rhythm: Rhythm, tier: AmountTier, context: StrategyContext): readonly string[] {
  if (rhythm.maxAttempts === 0) return [`${rhythm.window}: no room for a useful reminder`];
  if (attemptsFor(rhythm, tier) === 0) return whyThisMany(rhythm, tier);
  if (!context.reachableByPhone && !context.hasEmail) return whyTheseChannels(context, tier);
  return ['turned off by the caller'];
}

/** Where the strategy has no reminder, the start that was given makes room for one. */
const whyThisOften = (rhythm: Rhythm, tier: AmountTier, cadence: Cadence): readonly string[] =>
  attemptsFor(rhythm, tier) === 0
    ? [`${rhythm.window}: at most 1`]
    : [`${rhythm.window}: ${cadence}`, ...whyThisMany(rhythm, tier)];

const whyThisMany = ({ window, maxAttempts }: Rhythm, tier: AmountTier): readonly string[] => [
  `${window}: at most ${maxAttempts}`,
  ...(tier === 'low' ? ['low amount: one reminder fewer'] : []),
  ...(tier === 'high' ? ['high amount: one reminder more'] : []),
];

function whyTheseChannels({ reachableByPhone, phoneCountry }: StrategyContext, tier: AmountTier): readonly string[] {
  if (!reachableByPhone) return ['phone not reachable: email only'];
  const order = isEmailFirst(phoneCountry) ? `phone in ${phoneCountry}: email first` : 'whatsapp first: most read';
  return tier === 'low' ? [order, 'low amount: no sms'] : [order];
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

/** A plan lists so many removals at most: less than a week of `every_5m`, which is more than it takes to reach 60 slots. */
export const MAX_REMOVED_LISTED = 2000;

/** How many were removed, and why. Those that are not listed come after the collection's cap, so they count as its. */
export function removalReasons(removed: readonly Removal[], notListed: number): readonly string[] {
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
export function slotReason(facts: SlotFacts): string {
  const { minutesAfterCreation: minutes, expiresInMinutes, movedFrom, order, tone } = facts;
  const percent = Math.floor((minutes / expiresInMinutes) * 100);
  return [
    `${minutes} minutes after creation`,
    ...(movedFrom === undefined ? [] : [`moved from ${movedFrom} out of quiet hours`]),
    order.length === 1 ? `${order[0]} only` : `${order[0]} has its turn`,
    ...(facts.isSmsSilent ? ['no sms on Sundays'] : []),
    facts.toneGiven ? `${tone} as given` : `${tone} with ${percent}% of the time passed`,
  ].join('; ');
}
