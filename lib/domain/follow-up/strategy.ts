/** Completes a `followUp` object: the caller's values stay, and the strategy chooses the missing ones. */
import { CHANNELS, type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import type { Money } from '#lib/domain/money.ts';
import { channelsByHistory, type History, type LearnedChoice, startByHistory } from '#lib/domain/person/history.ts';
import type { Whereabouts } from '#lib/domain/phone.ts';
import { MINUTES_A_DAY } from '#lib/domain/time/time-units.ts';
import { LONG_LIFE_ABOVE, LONG_LIFE_START, scheduleFor, toneOnDay } from './due-rhythm.ts';
import {
  CADENCE_MINUTES,
  type Cadence,
  FOLLOW_UP_PARTS,
  type FollowUp,
  type GivenFollowUp,
  type Tone,
} from './follow-up.ts';
import { type FollowUpRule, withRule } from './follow-up-policy.ts';
import { type AmountTier, amountTier, attemptsFor, rhythmFor, toneAt } from './rhythm.ts';

/** Raise it with every change to what the strategy chooses. The version before still chooses for a short life without a due day. */
const STRATEGY_VERSION = 3;
const SHORT_LIFE_VERSION = 2;

export type StrategyContext = {
  amount: Money;
  expiresInMinutes: number;
  /** From now to the due day; negative if it has passed, and absent if there is none. */
  leadDays?: number | undefined;
  reachableByPhone: boolean;
  phoneCountry?: string | undefined;
  hasEmail: boolean;
  /** What is remembered of the person; only needed where the strategy chooses. */
  past?: PersonPast | undefined;
};

/** `createdAt` is the collection's, in milliseconds; `zone` is the person's. */
type PersonPast = { history: History; createdAt: number; zone: string };

/** `maxAttempts` is absent if only the caps limit the number, and zero if nothing is sent. */
type Timing = {
  startAfterMinutes: number;
  cadence: Cadence;
  maxAttempts?: number;
} & Pick<FollowUp & { enabled: true }, 'schedule' | 'steps'>;

/** Keeps every value of the caller and then of the rule, even one that leaves no time for a reminder; the reasons then say so. */
export const completeFollowUp = (
  caller: GivenFollowUp | undefined,
  context: StrategyContext,
  byRule?: FollowUpRule,
): FollowUp => {
  const { followUp: given, rule } = withRule(caller, byRule && withDaysToCome(byRule, context));
  const strategyVersion = versionFor(given, context);
  const off = { enabled: false, strategyVersion, ...(rule && { rule }) } as const;
  if (given?.enabled === false) return off;
  const tier = amountTier(context.amount);
  const { chosen: timing, learned: aboutTiming } = timingFor(given, context, tier);
  if (timing.maxAttempts === 0) return off;
  const { chosen: channels, learned: aboutChannels } = channelsFor(given, context, tier);
  if (channels.length === 0) return off;
  const learned = [...aboutTiming, ...aboutChannels];
  return {
    enabled: true,
    strategyVersion,
    ...(rule && { rule }),
    given: caller === undefined ? [] : FOLLOW_UP_PARTS.filter((part) => caller[part] !== undefined),
    ...timing,
    channels,
    tone: given?.tone ?? firstTone(timing, context, tier),
    ...(learned.length > 0 && { learned }),
  };
};

/** Of a rule, which is for all and not meant for this one: if all its days have passed, the service chooses, and something is sent. */
function withDaysToCome(rule: FollowUpRule, { leadDays = 0 }: StrategyContext): FollowUpRule {
  const { schedule, ...others } = rule.followUp;
  const hasDays = schedule === undefined || schedule.some((day) => day >= -leadDays);
  return hasDays ? rule : { ...rule, followUp: others };
}

function versionFor(given: GivenFollowUp | undefined, { leadDays, expiresInMinutes }: StrategyContext): number {
  if (leadDays !== undefined) return STRATEGY_VERSION;
  const isChosen = given?.enabled !== false && !hasOwnRhythm(given);
  return isChosen && expiresInMinutes > LONG_LIFE_ABOVE ? STRATEGY_VERSION : SHORT_LIFE_VERSION;
}

const hasOwnRhythm = (given: GivenFollowUp | undefined): boolean =>
  given?.startAfter !== undefined || given?.cadence !== undefined;

/** Days and steps have no cadence; a throttled channel is waited for as with the slowest. */
const UNEVEN = { startAfterMinutes: 0, cadence: 'daily' } as const;

/** By days from the due day, or by steps of the life: the past of a person does not change them. */
function timingFor(
  given: GivenFollowUp | undefined,
  context: StrategyContext,
  tier: AmountTier,
): LearnedChoice<Timing> {
  const { leadDays, expiresInMinutes } = context;
  const chosen = (timing: Partial<Timing>) => ({ chosen: { ...UNEVEN, ...timing }, learned: [] });
  if (given?.schedule !== undefined) return chosen({ schedule: given.schedule });
  if (hasOwnRhythm(given)) return timingByHistory(given, context, tier);
  if (leadDays !== undefined) {
    const schedule = scheduleFor(leadDays);
    return chosen(schedule === undefined ? { steps: 'past_due' } : { schedule });
  }
  if (expiresInMinutes <= LONG_LIFE_ABOVE) return timingByHistory(given, context, tier);
  return chosen({ steps: 'life', startAfterMinutes: LONG_LIFE_START });
}

/** A caller that gives a start or a cadence has a rhythm of its own, which the past does not change. */
function timingByHistory(
  given: GivenFollowUp | undefined,
  { expiresInMinutes, past }: StrategyContext,
  tier: AmountTier,
): LearnedChoice<Timing> {
  const timing = chooseTiming(given, expiresInMinutes, tier);
  const { startAfterMinutes: startAfter, cadence, maxAttempts = 0 } = timing;
  if (past === undefined || hasOwnRhythm(given) || maxAttempts === 0) return { chosen: timing, learned: [] };
  const { history, createdAt, zone } = past;
  const length = (maxAttempts - 1) * CADENCE_MINUTES[cadence];
  const start = startByHistory(history, { startAfter, expiresIn: expiresInMinutes, length, createdAt, zone });
  return { chosen: { ...timing, startAfterMinutes: start.chosen }, learned: start.learned };
}

function channelsFor(
  given: GivenFollowUp | undefined,
  context: StrategyContext,
  tier: AmountTier,
): LearnedChoice<readonly Channel[]> {
  if (given?.channels !== undefined) return { chosen: given.channels, learned: [] };
  const chosen = chooseChannels(context, tier);
  const { past } = context;
  return past === undefined ? { chosen, learned: [] } : channelsByHistory(chosen, past.history, past.createdAt);
}

function chooseTiming(given: GivenFollowUp | undefined, minutes: number, tier: AmountTier): Timing {
  const rhythm = rhythmFor(minutes);
  const { startAfter: startAfterMinutes = rhythm.startAfterMinutes, cadence = rhythm.cadence } = given ?? {};
  if (given?.cadence !== undefined) return { startAfterMinutes, cadence };
  const maxAttempts = attemptsFor(rhythm, tier);
  // A caller that gives a start wants a reminder, even where the table has none.
  if (given?.startAfter !== undefined && maxAttempts === 0) return { startAfterMinutes, cadence, maxAttempts: 1 };
  return { startAfterMinutes, cadence, maxAttempts };
}

export const EMAIL_FIRST_COUNTRIES: readonly (string | undefined)[] = ['US', 'CA'];

/** Of a phone that several countries share, one whose rule is the stricter one: an area code that nobody has yet may be of any of them. */
export const strictestCountry = ({ country, sharedBy = [] }: Whereabouts): string | undefined =>
  country ?? sharedBy.find((each) => EMAIL_FIRST_COUNTRIES.includes(each));

function chooseChannels({ hasEmail, reachableByPhone, phoneCountry }: StrategyContext, tier: AmountTier): Channel[] {
  const chosen = CHANNELS.filter((channel) => {
    const { reaches, isCostly } = channelFacts(channel);
    if (reaches === 'email') return hasEmail;
    return reachableByPhone && !(isCostly && tier === 'low');
  });
  return EMAIL_FIRST_COUNTRIES.includes(phoneCountry) ? chosen.toReversed() : chosen;
}

function firstTone(
  { startAfterMinutes, cadence, schedule, steps }: Timing,
  { leadDays, expiresInMinutes }: StrategyContext,
  tier: AmountTier,
): Tone {
  if (steps === 'life') return 'gentle';
  if (leadDays !== undefined) {
    const passed = Math.floor(startAfterMinutes / MINUTES_A_DAY) - leadDays;
    return toneOnDay(schedule?.find((day) => day >= -leadDays) ?? passed);
  }
  const isLast = startAfterMinutes + CADENCE_MINUTES[cadence] >= expiresInMinutes;
  return toneAt({ dueInMinutes: startAfterMinutes, expiresInMinutes, isLast }, tier);
}
