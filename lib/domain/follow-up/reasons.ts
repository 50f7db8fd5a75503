/** The sentences that explain a plan and each of its slots. */
import type { Account } from '#lib/domain/account.ts';
import { CHANNELS, type Channel, channelFacts, channelsReaching } from '#lib/domain/channels/channels.ts';
import type { OpeningHours } from '#lib/domain/time/local-time.ts';
import { type Cadence, type FollowUp, type FollowUpPart, isSaid, PHONE_NOT_REACHABLE, type Tone } from './follow-up.ts';
import { MAX_IN_24_HOURS, MAX_PER_COLLECTION, type Removal, type RemovalReason } from './place-slots.ts';
import { type AmountTier, amountTier, attemptsFor, type Rhythm, rhythmFor } from './rhythm.ts';
import { EMAIL_FIRST_COUNTRIES, type StrategyContext } from './strategy.ts';

/** Not stored: the stored follow-up and the strategy's inputs always give the same reasons. */
export function strategyReasons(followUp: FollowUp, context: StrategyContext): readonly string[] {
  const { amount } = context;
  const expiresInMinutes = followUp.chosenFor ?? context.expiresInMinutes;
  const tier = amountTier(amount);
  const rhythm = rhythmFor(expiresInMinutes);
  const ruled = followUp.rule === undefined ? [] : [`by the rule “${followUp.rule.name}” of the account`];
  if (!followUp.enabled) return ruled.length > 0 ? ruled : whyOff(rhythm, tier, context);
  const { startAfterMinutes, cadence, schedule, steps, tone, learned = [] } = followUp;
  const channels = isSaid(followUp, 'channels') ? [saidBy(followUp, 'channels')] : whyTheseChannels(context, tier);
  const { leadDays } = context;
  if (schedule !== undefined || steps !== undefined) {
    return [...ruled, whyTheseDays(followUp, leadDays), ...channels, whyThisTone(followUp, leadDays), ...learned];
  }
  const first = `first reminder after ${startAfterMinutes}`;
  return [
    ...ruled,
    isSaid(followUp, 'startAfter') ? saidBy(followUp, 'startAfter') : `${rhythm.window}: ${first} minutes`,
    ...(isSaid(followUp, 'cadence')
      ? [`${saidBy(followUp, 'cadence')}: as many as the caps allow`]
      : whyThisOften(rhythm, tier, cadence)),
    ...channels,
    leadDays !== undefined || isSaid(followUp, 'tone')
      ? whyThisTone(followUp, leadDays)
      : `${first} of ${expiresInMinutes} minutes, ${tier} amount: ${tone}`,
    ...learned,
  ];
}

type EnabledFollowUp = FollowUp & { enabled: true };

/** What a rule of the account says is told apart from what the caller gave. */
const saidBy = ({ given }: EnabledFollowUp, part: FollowUpPart): string =>
  given.includes(part) ? `${part} given` : `${part} of the rule`;

function whyTheseDays(followUp: EnabledFollowUp, leadDays = 0): string {
  const { schedule, steps } = followUp;
  if (isSaid(followUp, 'schedule'))
    return `${saidBy(followUp, 'schedule')}: ${schedule?.join(', ')} days from the due day`;
  if (schedule !== undefined) return `due in ${leadDays} days: ${schedule.join(', ')} days from the due day`;
  return steps === 'life'
    ? 'expires after more than 14 days: within a day, at each quarter of the time, and 7, 3 and 1 days before the end'
    : 'the due day had passed: at once, then after 4, 10, 18, 30 and 45 days';
}

const whyThisTone = (followUp: EnabledFollowUp, leadDays: number | undefined): string => {
  if (isSaid(followUp, 'tone')) return saidBy(followUp, 'tone');
  return followUp.steps === 'life' && leadDays === undefined
    ? 'gentle in the first half of the time'
    : 'gentle until the due day, then professional, urgent from 14 days after it';
};

function whyOff(rhythm: Rhythm, tier: AmountTier, context: StrategyContext): readonly string[] {
  if (rhythm.maxAttempts === 0) return [`${rhythm.window}: no room for a useful reminder`];
  if (attemptsFor(rhythm, tier) === 0) return whyThisMany(rhythm, tier);
  if (!context.reachableByPhone && !context.hasEmail) return whyTheseChannels(context, tier);
  return ['turned off by the caller'];
}

const whyThisOften = (rhythm: Rhythm, tier: AmountTier, cadence: Cadence): readonly string[] =>
  attemptsFor(rhythm, tier) === 0
    ? [`${rhythm.window}: at most 1`]
    : [`${rhythm.window}: ${cadence}`, ...whyThisMany(rhythm, tier)];

const whyThisMany = ({ window, maxAttempts }: Rhythm, tier: AmountTier): readonly string[] => [
  `${window}: at most ${maxAttempts}`,
  ...(tier === 'low' ? ['low amount: one reminder fewer'] : []),
  ...(tier === 'high' ? ['high amount: one reminder more'] : []),
];

/** The channels of which the fact is true. */
const named = (fact: 'isCostly' | 'restsOnSundays'): string =>
  CHANNELS.filter((channel) => channelFacts(channel)[fact]).join(' and ');

function whyTheseChannels({ reachableByPhone, phoneCountry }: StrategyContext, tier: AmountTier): readonly string[] {
  if (!reachableByPhone) return [`${PHONE_NOT_REACHABLE}: ${channelsReaching('email').join(' and ')} only`];
  const order = EMAIL_FIRST_COUNTRIES.includes(phoneCountry)
    ? `phone in ${phoneCountry}: ${CHANNELS.at(-1)} first`
    : `${CHANNELS[0]} first: most read`;
  return tier === 'low' ? [order, `low amount: no ${named('isCostly')}`] : [order];
}

const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

const silentSundays = (): string => `no ${named('restsOnSundays')} on Sundays`;

export function hoursReason({ zones, opens, closes, hasSilentSundays }: OpeningHours): string {
  const [first, ...others] = zones;
  const where = others.length > 2 ? `${first} and ${others.length} more zones` : zones.join(' and ');
  return `quiet from ${clockHour(closes)} to ${clockHour(opens)} in ${where}${hasSilentSundays ? `, ${silentSundays()}` : ''}`;
}

/** What the merchant has set for all customers. */
export const ownLimits = ({
  messageHours,
  messagesPerWeek: max,
}: Pick<Account, 'messageHours' | 'messagesPerWeek'>): string[] => [
  ...(messageHours === undefined
    ? []
    : [`set by the account: from ${clockHour(messageHours.opens)} to ${clockHour(messageHours.closes)} only`]),
  ...(max === undefined ? [] : [`set by the account: at most ${max} in 7 days`]),
];

const REMOVAL = {
  held_out: 'held out by the experiment: no automatic reminder',
  paused: 'follow-ups are paused',
  claimed: 'the customer says that it is paid, and nobody has decided',
  disputed: 'the customer says that something is wrong',
  merged: 'on or close to the reminder before',
  cap_24h: `at most ${MAX_IN_24_HOURS} in any 24 hours`,
  contact_cap: 'more than one person should get',
  cap_collection: `at most ${MAX_PER_COLLECTION} per collection`,
  quiet_hours_past_expiry: 'quiet hours last until expiry',
  after_expiry: 'startAfter is not before expiry',
} as const satisfies Record<RemovalReason, string>;

/** How many removals a plan lists: less than a week of `every_5m`, and more than a plan of 60 slots needs. */
export const MAX_REMOVED_LISTED = 2000;

/** Counts removals by reason. Those that are not computed come after the collection's cap, so that is their reason. */
export function removalReasons(removed: readonly Removal[], notComputed: number): readonly string[] {
  const counts = new Map<RemovalReason, number>();
  for (const { reason } of removed) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (notComputed > 0) counts.set('cap_collection', (counts.get('cap_collection') ?? 0) + notComputed);
  const total = removed.length + notComputed;
  return [
    ...[...counts].map(([reason, count]) => `${REMOVAL[reason]}: ${count} removed`),
    ...(total > MAX_REMOVED_LISTED ? [`the first ${MAX_REMOVED_LISTED} of ${total} removed are listed`] : []),
  ];
}

/** What the rules for people do to a slot. */
export const CONTACT_DEFERRED = 'deferred, because the person gets other messages';
export const CONTACT_SKIPPED = 'left out if the person gets the other messages before it';

/** Why a slot is so that no longer follows from the terms. */
export const ON_RECORD = 'planned before the last change';
export const ASKED_FOR = 'asked for by the merchant';

export type SlotFacts = {
  minutesAfterCreation: number;
  isReopened?: boolean;
  /** From the due day; absent if there is none. */
  days?: number | undefined;
  expiresInMinutes: number;
  movedFrom: string | undefined;
  order: readonly Channel[];
  isSilentSunday: boolean;
  tone: Tone;
  toneGiven: boolean;
  isFirmer: boolean;
};

export function slotReason(facts: SlotFacts): string {
  const { minutesAfterCreation: minutes, expiresInMinutes, movedFrom, order, tone, days, isReopened } = facts;
  // Multiplied first: 0.29 × 100 is less than 29.
  const percent = Math.floor((100 * minutes) / expiresInMinutes);
  return [
    days === undefined ? `${minutes} minutes after ${isReopened ? 'the reopening' : 'creation'}` : dayReason(days),
    ...(movedFrom === undefined ? [] : [`moved from ${movedFrom} out of quiet hours`]),
    order.length === 1 ? `${order[0]} only` : `${order[0]} has its turn`,
    ...(facts.isSilentSunday ? [silentSundays()] : []),
    whyTone(),
    ...(facts.isFirmer ? ['firmer after a broken promise'] : []),
  ].join('; ');

  function whyTone(): string {
    if (facts.toneGiven) return `${tone} as given`;
    return days === undefined ? `${tone} with ${percent}% of the time passed` : `${tone} by the due day`;
  }
}

function dayReason(days: number): string {
  if (days === 0) return 'on the due day';
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'} the due day`;
}
