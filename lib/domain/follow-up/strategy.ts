/** Completes a `followUp` object: the caller's values stay, and the strategy chooses the missing ones. */
import type { Money } from '#lib/domain/money.ts';
import {
  CADENCE_MINUTES,
  type Cadence,
  type Channel,
  FOLLOW_UP_PARTS,
  type FollowUp,
  type GivenFollowUp,
} from './follow-up.ts';
import { type AmountTier, amountTier, attemptsFor, rhythmFor, toneAt } from './rhythm.ts';

/** Raise it with every change to what the strategy chooses. */
const STRATEGY_VERSION = 1;

export type StrategyContext = {
  amount: Money;
  expiresInMinutes: number;
  reachableByPhone: boolean;
  phoneCountry?: string | undefined;
  hasEmail: boolean;
};

/** `maxAttempts` is absent if only the caps limit the number, and zero if nothing is sent. */
type Timing = { startAfterMinutes: number; cadence: Cadence; maxAttempts?: number };

const OFF: FollowUp = { enabled: false, strategyVersion: STRATEGY_VERSION };

/** Keeps every value of the caller, even one that leaves no time for a reminder; the reasons then say so. */
export const completeFollowUp = (given: GivenFollowUp | undefined, context: StrategyContext): FollowUp => {
  if (given?.enabled === false) return OFF;
  const tier = amountTier(context.amount);
  const timing = chooseTiming(given, context.expiresInMinutes, tier);
  if (timing.maxAttempts === 0) return OFF;
  const channels = given?.channels ?? chooseChannels(context, tier);
  if (channels.length === 0) return OFF;
  return {
    enabled: true,
    strategyVersion: STRATEGY_VERSION,
    given: given === undefined ? [] : FOLLOW_UP_PARTS.filter((part) => given[part] !== undefined),
    ...timing,
    channels,
    tone: given?.tone ?? firstTone(timing, context.expiresInMinutes, tier),
  };
};

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
  const email: Channel[] = hasEmail ? ['email'] : [];
  if (!reachableByPhone) return email;
  const sms: Channel[] = tier === 'low' ? [] : ['sms'];
  return EMAIL_FIRST_COUNTRIES.includes(phoneCountry) ? [...email, ...sms, 'whatsapp'] : ['whatsapp', ...sms, ...email];
}

function firstTone({ startAfterMinutes, cadence }: Timing, expiresInMinutes: number, tier: AmountTier) {
  const isLast = startAfterMinutes + CADENCE_MINUTES[cadence] >= expiresInMinutes;
  return toneAt({ dueInMinutes: startAfterMinutes, expiresInMinutes, isLast }, tier);
}
