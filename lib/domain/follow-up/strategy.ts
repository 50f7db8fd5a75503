/** Completes a `followUp` object: the caller's values stay, and the strategy chooses the missing ones. */
import { CHANNELS, type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import type { Money } from '#lib/domain/money.ts';
import { channelsByHistory, type History, type Learned, startByHistory } from '#lib/domain/person/history.ts';
import { CADENCE_MINUTES, type Cadence, FOLLOW_UP_PARTS, type FollowUp, type GivenFollowUp } from './follow-up.ts';
import { type AmountTier, amountTier, attemptsFor, rhythmFor, toneAt } from './rhythm.ts';

/** Raise it with every change to what the strategy chooses. */
const STRATEGY_VERSION = 2;

export type StrategyContext = {
  amount: Money;
  expiresInMinutes: number;
  reachableByPhone: boolean;
  phoneCountry?: string | undefined;
  hasEmail: boolean;
  /** What is remembered of the person; only needed where the strategy chooses. */
  past?: PersonPast | undefined;
};

/** `createdAt` is the collection's, in milliseconds; `zone` is the person's. */
type PersonPast = { history: History; createdAt: number; zone: string };

/** `maxAttempts` is absent if only the caps limit the number, and zero if nothing is sent. */
type Timing = { startAfterMinutes: number; cadence: Cadence; maxAttempts?: number };

const OFF: FollowUp = { enabled: false, strategyVersion: STRATEGY_VERSION };

/** Keeps every value of the caller, even one that leaves no time for a reminder; the reasons then say so. */
export const completeFollowUp = (given: GivenFollowUp | undefined, context: StrategyContext): FollowUp => {
  if (given?.enabled === false) return OFF;
  const tier = amountTier(context.amount);
  const { chosen: timing, learned: aboutTiming } = timingByHistory(given, context, tier);
  if (timing.maxAttempts === 0) return OFF;
  const { chosen: channels, learned: aboutChannels } = channelsFor(given, context, tier);
  if (channels.length === 0) return OFF;
  const learned = [...aboutTiming, ...aboutChannels];
  return {
    enabled: true,
    strategyVersion: STRATEGY_VERSION,
    given: given === undefined ? [] : FOLLOW_UP_PARTS.filter((part) => given[part] !== undefined),
    ...timing,
    channels,
    tone: given?.tone ?? firstTone(timing, context.expiresInMinutes, tier),
    ...(learned.length > 0 && { learned }),
  };
};

/** A caller that gives a start or a cadence has a rhythm of its own, which the past does not change. */
function timingByHistory(
  given: GivenFollowUp | undefined,
  { expiresInMinutes, past }: StrategyContext,
  tier: AmountTier,
): Learned<Timing> {
  const timing = chooseTiming(given, expiresInMinutes, tier);
  const { startAfterMinutes: startAfter, cadence, maxAttempts = 0 } = timing;
  const isGiven = given?.startAfter !== undefined || given?.cadence !== undefined;
  if (past === undefined || isGiven || maxAttempts === 0) return { chosen: timing, learned: [] };
  const { history, createdAt, zone } = past;
  const length = (maxAttempts - 1) * CADENCE_MINUTES[cadence];
  const start = startByHistory(history, { startAfter, expiresIn: expiresInMinutes, length, createdAt, zone });
  return { chosen: { ...timing, startAfterMinutes: start.chosen }, learned: start.learned };
}

function channelsFor(
  given: GivenFollowUp | undefined,
  context: StrategyContext,
  tier: AmountTier,
): Learned<readonly Channel[]> {
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

function chooseChannels({ hasEmail, reachableByPhone, phoneCountry }: StrategyContext, tier: AmountTier): Channel[] {
  const chosen = CHANNELS.filter((channel) => {
    const { reaches, isCostly } = channelFacts(channel);
    if (reaches === 'email') return hasEmail;
    return reachableByPhone && !(isCostly && tier === 'low');
  });
  return EMAIL_FIRST_COUNTRIES.includes(phoneCountry) ? chosen.toReversed() : chosen;
}

function firstTone({ startAfterMinutes, cadence }: Timing, expiresInMinutes: number, tier: AmountTier) {
  const isLast = startAfterMinutes + CADENCE_MINUTES[cadence] >= expiresInMinutes;
  return toneAt({ dueInMinutes: startAfterMinutes, expiresInMinutes, isLast }, tier);
}
