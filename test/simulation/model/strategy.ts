/** What the service chooses of the reminders where the caller has not (facts messaging §2.6, decision 12). */
import type { Tier } from './money.ts';
import { CADENCES, type Cadence, type Channel, type FollowUpAnswer, type FollowUpRequest, type Tone } from './wire.ts';

export type Situation = {
  given: FollowUpRequest | undefined;
  /** Minutes. */
  expiresIn: number;
  tier: Tier;
  /** The phone's, where it tells one. */
  country: string | undefined;
  reachable: boolean;
};

/** Without `attempts` only the caps bound the number of slots; without `tone` the ladder decides. */
export type Strategy = {
  startAfter: number;
  cadence: Cadence;
  channels: readonly Channel[];
  attempts: number | undefined;
  tone: Tone | undefined;
  tier: Tier;
};

type Rhythm = { startAfter: number; cadence: Cadence; attempts: number };
type Row = { upTo: number; rhythm: (window: number) => Rhythm };

const FORTNIGHT = 14 * 1440;
const MAX_ATTEMPTS = 7;

const row = (upTo: number, startAfter: number, cadence: Cadence, attempts: number): Row => ({
  upTo,
  rhythm: () => ({ startAfter, cadence, attempts }),
});

/** Messaging §2.6 step 1: by the minutes until the expiry. */
const TABLE: readonly Row[] = [
  // Under 20 minutes there is no room for a reminder, unless the caller asks for it: then half the window is the start.
  { upTo: 19, rhythm: (window) => ({ startAfter: Math.floor(window / 2), cadence: 'every_15m', attempts: 0 }) },
  { upTo: 60, rhythm: (window) => ({ startAfter: Math.floor(window / 2), cadence: 'every_15m', attempts: 1 }) },
  row(240, 30, 'every_1h', 2),
  row(720, 60, 'every_2h', 3),
  row(2880, 60, 'every_6h', 3),
  {
    upTo: 20_160,
    rhythm: (window) => ({
      startAfter: 240,
      cadence: 'daily',
      attempts: Math.min(Math.floor(window / 1440), MAX_ATTEMPTS),
    }),
  },
  {
    upTo: Number.POSITIVE_INFINITY,
    rhythm: (window) => ({
      startAfter: Math.max(1440, window - FORTNIGHT),
      cadence: 'daily',
      attempts: MAX_ATTEMPTS,
    }),
  },
];

/** Step 2, decision 12: a low amount takes one attempt away, a high one adds one. */
function attemptsFor({ attempts }: Rhythm, tier: Tier): number {
  if (attempts === 0) return 0;
  if (tier === 'low') return attempts - 1;
  return tier === 'high' ? attempts + 1 : attempts;
}

/** Steps 2 and 3: by what is cheap for the amount and lawful in the country; who has no phone to reach gets email. */
function channelsFor({ tier, country, reachable }: Situation): Channel[] {
  if (!reachable) return ['email'];
  const order: Channel[] =
    country === 'US' || country === 'CA' ? ['email', 'sms', 'whatsapp'] : ['whatsapp', 'sms', 'email'];
  return order.filter((channel) => channel !== 'sms' || tier !== 'low');
}

/** What is followed up, and how; undefined when nothing is to be sent. What the caller gives wins (design §3). */
export function strategyFor(situation: Situation): Strategy | undefined {
  const { given = {}, expiresIn, tier } = situation;
  if (given.enabled === false) return undefined;
  const rhythm = (TABLE.find(({ upTo }) => expiresIn <= upTo) as Row).rhythm(expiresIn);
  const attempts = attemptsFor(rhythm, tier);
  // Decision 12: only a start or a cadence asks for a time of its own.
  if (attempts === 0 && given.startAfter === undefined && given.cadence === undefined) return undefined;
  return {
    startAfter: given.startAfter ?? rhythm.startAfter,
    cadence: given.cadence ?? rhythm.cadence,
    channels: given.channels ?? channelsFor(situation),
    attempts: given.cadence === undefined ? Math.max(1, attempts) : undefined,
    tone: given.tone,
    tier,
  };
}

/** Design §1: complete, what was given and what was chosen; the tone is the first slot's. */
export function echoOf(strategy: Strategy | undefined, expiresIn: number): FollowUpAnswer {
  if (strategy === undefined) return { enabled: false };
  const { startAfter, cadence, channels, attempts } = strategy;
  const isOnly = attempts === 1 || startAfter + minutesOf(cadence) >= expiresIn;
  const tone = strategy.tone ?? ladderTone(strategy, { after: startAfter, window: expiresIn, isLast: isOnly });
  return { enabled: true, startAfter, cadence, channels: [...channels], tone };
}

const TWO_HOURS = 120;

type Moment = { after: number; window: number; isLast: boolean };

/**
 * Step 5: by the share of the window that has gone at the time the slot was meant for, in minutes. Decision 12: only the last slot
 * of a plan may be urgent, and half of the window counts as its second half.
 */
export function ladderTone({ tier }: Pick<Strategy, 'tier'>, { after, window, isLast }: Moment): Tone {
  const isUrgent = after > window * 0.85 || (window > 240 && window - after < TWO_HOURS);
  if (isUrgent && isLast && tier !== 'low') return 'urgent';
  return isUrgent || after >= window * 0.5 || tier === 'high' ? 'professional' : 'gentle';
}

export const minutesOf = (cadence: Cadence): number => CADENCES[cadence];
