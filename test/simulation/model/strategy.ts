/** The strategy that the service chooses for fields that the caller leaves out (docs/decisions/0015-plans-are-computed.md). */
import type { Tier } from './money.ts';
import { CADENCES, type Cadence, type Channel, type FollowUpAnswer, type FollowUpRequest, type Tone } from './wire.ts';

export type Situation = {
  given: FollowUpRequest | undefined;
  /** In minutes. */
  expiresIn: number;
  tier: Tier;
  /** The country of the phone, if it shows one. */
  country: string | undefined;
  reachable: boolean;
};

/** Without `attempts` only the maximums limit the number of slots; without `tone` the ladder decides. */
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

/** The cadence by the minutes until the expiry. */
const TABLE: readonly Row[] = [
  // Under 20 minutes there is no reminder unless the caller requests one; it then starts after half of the window.
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

/** The row of the table by which a strategy is chosen, and how many reminders it has. */
export function rhythmIn(expiresIn: number): { index: number; attempts: number } {
  const index = TABLE.findIndex(({ upTo }) => expiresIn <= upTo);
  return { index, attempts: (TABLE[index] as Row).rhythm(expiresIn).attempts };
}

/** A low amount has one attempt less, a high one has one more. */
function attemptsFor({ attempts }: Rhythm, tier: Tier): number {
  if (attempts === 0) return 0;
  if (tier === 'low') return attempts - 1;
  return tier === 'high' ? attempts + 1 : attempts;
}

/** Channels by their price for the amount and the law of the country; without a reachable phone it is email only. */
function channelsFor({ tier, country, reachable }: Situation): Channel[] {
  if (!reachable) return ['email'];
  const order: Channel[] =
    country === 'US' || country === 'CA' ? ['email', 'sms', 'whatsapp'] : ['whatsapp', 'sms', 'email'];
  return order.filter((channel) => channel !== 'sms' || tier !== 'low');
}

/** The strategy with the fields of the caller first; undefined when nothing is to be sent. */
export function strategyFor(situation: Situation): Strategy | undefined {
  const { given = {}, expiresIn, tier } = situation;
  if (given.enabled === false) return undefined;
  const rhythm = (TABLE.find(({ upTo }) => expiresIn <= upTo) as Row).rhythm(expiresIn);
  const attempts = attemptsFor(rhythm, tier);
  // Only a given start or cadence requests reminders in such a short window.
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

/** The complete strategy in an answer, with given and chosen fields; the tone is that of the first slot. */
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
 * The tone by the elapsed share of the window at the intended time of the slot, in minutes. Only the last slot
 * of a plan may be urgent, and exactly half of the window belongs to the second half.
 */
export function ladderTone({ tier }: Pick<Strategy, 'tier'>, { after, window, isLast }: Moment): Tone {
  const isUrgent = after > window * 0.85 || (window > 240 && window - after < TWO_HOURS);
  if (isUrgent && isLast && tier !== 'low') return 'urgent';
  return isUrgent || after >= window * 0.5 || tier === 'high' ? 'professional' : 'gentle';
}

export const minutesOf = (cadence: Cadence): number => CADENCES[cadence];
