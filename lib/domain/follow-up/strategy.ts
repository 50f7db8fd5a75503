/** Completes a followUp object: what the caller gave stays, and what is missing comes from our strategy. */
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

/** Raise it with any change to what the strategy chooses. */
const STRATEGY_VERSION = 1;

export type StrategyContext = {
  amount: Money;
  expiresInMinutes: number;
  reachableByPhone: boolean;
  /** ISO 3166 code of the phone's country, when it has one. */
  phoneCountry?: string | undefined;
  hasEmail: boolean;
};

/** `maxAttempts` is absent when only the caps limit the number, and zero when nothing is to be sent. */
type Timing = { startAfterMinutes: number; cadence: Cadence; maxAttempts?: number };

const OFF: FollowUp = { enabled: false, strategyVersion: STRATEGY_VERSION };

/** A caller's value always stays, even one that leads to no reminder: the plan says so. */
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
  // Who gives a start asks for a reminder, even where the table has none.
  if (given?.startAfter !== undefined && maxAttempts === 0) return { startAfterMinutes, cadence, maxAttempts: 1 };
  return { startAfterMinutes, cadence, maxAttempts };
}

const EMAIL_FIRST_COUNTRIES = ['US', 'CA'];

export const isEmailFirst = (phoneCountry: string | undefined): boolean =>
  EMAIL_FIRST_COUNTRIES.includes(phoneCountry ?? '');

function chooseChannels({ hasEmail, reachableByPhone, phoneCountry }: StrategyContext, tier: AmountTier): Channel[] {
  const email: Channel[] = hasEmail ? ['email'] : [];
  if (!reachableByPhone) return email;
  const sms: Channel[] = tier === 'low' ? [] : ['sms'];
  return isEmailFirst(phoneCountry) ? [...email, ...sms, 'whatsapp'] : ['whatsapp', ...sms, ...email];
}

function firstTone({ startAfterMinutes, cadence }: Timing, expiresInMinutes: number, tier: AmountTier) {
  const isLast = startAfterMinutes + CADENCE_MINUTES[cadence] >= expiresInMinutes;
  return toneAt({ dueInMinutes: startAfterMinutes, expiresInMinutes, isLast }, tier);
}
