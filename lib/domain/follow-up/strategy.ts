/** Completes a followUp object: what the caller gave stays, what is missing comes from our strategy, with reasons. */
import type { Money } from '#lib/domain/money.ts';
import { type AmountTier, amountTier } from './amount-tier.ts';
import {
  CADENCE_MINUTES,
  type Channel,
  FOLLOW_UP_PARTS,
  type FollowUp,
  type GivenFollowUp,
  type Tone,
} from './follow-up.ts';
import { type Choice, chooseTiming, type Timing } from './timing.ts';
import { toneAt } from './tone.ts';

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

/** The reasons are not stored: the strategy's version and what was given lead to the same ones again. */
export type ReasonedFollowUp = FollowUp & { reasons: readonly string[] };

const off = (...reasons: string[]): ReasonedFollowUp => ({
  enabled: false,
  strategyVersion: STRATEGY_VERSION,
  reasons,
});

const EMAIL_FIRST_COUNTRIES = ['US', 'CA'];

const chooseChannels = (context: StrategyContext, tier: AmountTier): Choice<Channel[]> => {
  const email: Channel[] = context.hasEmail ? ['email'] : [];
  if (!context.reachableByPhone) return { value: email, reasons: ['phone not reachable: email only'] };
  const sms: Channel[] = tier === 'low' ? [] : ['sms'];
  const noSms = tier === 'low' ? ['low amount: no sms'] : [];
  return EMAIL_FIRST_COUNTRIES.includes(context.phoneCountry ?? '')
    ? { value: [...email, ...sms, 'whatsapp'], reasons: [`phone in ${context.phoneCountry}: email first`, ...noSms] }
    : { value: ['whatsapp', ...sms, ...email], reasons: ['whatsapp first: most read', ...noSms] };
};

const chooseTone = (timing: Timing, minutes: number, tier: AmountTier): Choice<Tone> => {
  const { startAfterMinutes: dueInMinutes, cadence } = timing;
  const isLast = dueInMinutes + CADENCE_MINUTES[cadence] >= minutes;
  const value = toneAt({ dueInMinutes, expiresInMinutes: minutes, isLast }, tier);
  return { value, reasons: [`first reminder after ${dueInMinutes} of ${minutes} minutes, ${tier} amount: ${value}`] };
};

/** A caller's value always stays, even one that leads nowhere: what comes of it is the plan's to say. */
export const completeFollowUp = (request: GivenFollowUp | undefined, context: StrategyContext): ReasonedFollowUp => {
  const given = request ?? {};
  if (given.enabled === false) return off('turned off by the caller');
  const { expiresInMinutes: minutes } = context;
  const tier = amountTier(context.amount);
  const timing = chooseTiming(given, minutes, tier);
  if (timing.value.maxAttempts === 0) return off(...timing.reasons);
  const channels = given.channels
    ? { value: given.channels, reasons: ['channels given'] }
    : chooseChannels(context, tier);
  if (channels.value.length === 0) return off(...channels.reasons);
  const tone = given.tone ? { value: given.tone, reasons: ['tone given'] } : chooseTone(timing.value, minutes, tier);
  return {
    enabled: true,
    strategyVersion: STRATEGY_VERSION,
    given: FOLLOW_UP_PARTS.filter((part) => given[part] !== undefined),
    ...timing.value,
    channels: channels.value,
    tone: tone.value,
    reasons: [...timing.reasons, ...channels.reasons, ...tone.reasons],
  };
};
