/** What an experiment says that reminders bring, so that a look each morning misleads nobody. */
import { ARMS, type Arm, type Experiment, PLANNED_FOR, sharesOf } from '#lib/domain/account.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { cellsOf } from './reports.ts';
import type { Numbers, Statistic } from './statistics.ts';

/** What came of an arm. `asked`: those of its customers whose first reminder was due long enough ago. */
type ArmResult = { customers: number; asked: number; paid: number; costs: Costs };

/** Of messages about the collections of those asked, in units of a millionth, by currency. */
type Costs = ReadonlyMap<string, number>;

type Answered = Pick<ArmResult, 'asked' | 'paid'>;

/** The difference of the shares that paid, in points of a hundred, with its 95 % interval. */
export type Lift = { points: number; low: number; high: number };

/** With fewer in an arm nothing is said: the intervals are right for many. */
const MIN_ASKED = 100;

const ALPHA = 0.05;

/** Of the standard normal distribution: 95 % lie within so many standard deviations, and 80 % below so many. */
const Z = 1.959964;
const Z_POWER = 0.841621;

/** The sequence is narrowest when so many have been asked: as many as the guide names for ten points at a tenth. */
const NARROWEST_AT = 2_100;

/**
 * By how much a sequence of intervals that holds at all times together is wider than a normal one, in standard errors:
 * the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic
 * confidence sequences" (Annals of Statistics 52, 2024), theorem 2.2, with the ρ of its equation for the time at which it is narrowest.
 */
function widthAt(asked: number): number {
  const rho2 = (-2 * Math.log(ALPHA) + Math.log(-2 * Math.log(ALPHA) + 1)) / NARROWEST_AT;
  const scaled = asked * rho2 + 1;
  return Math.sqrt((2 * scaled * Math.log(Math.sqrt(scaled) / ALPHA)) / (asked * rho2));
}

/** Of all looks together 95 % of the sequences hold the truth at every one of them. Null where an arm has too few. */
export function liftOf(one: Answered, other: Answered): Lift | null {
  if (one.asked < MIN_ASKED || other.asked < MIN_ASKED) return null;
  const difference = one.paid / one.asked - other.paid / other.asked;
  const half = widthAt(one.asked + other.asked) * Math.sqrt(varianceOf(one) + varianceOf(other));
  return { points: toPoints(difference), low: toPoints(difference - half), high: toPoints(difference + half) };
}

/** Of a share. One more that has paid, and one that has not, keep it from vanishing where all or none have. */
function varianceOf({ asked, paid }: Answered): number {
  const share = (paid + 1) / (asked + 2);
  return (share * (1 - share)) / asked;
}

/**
 * For who looks once: Newcombe's hybrid score interval for the difference of two independent proportions, from the Wilson interval of
 * each (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10). Null where an arm has too few.
 */
export function liftOfOneLook(first: Answered, second: Answered): Lift | null {
  if (first.asked < MIN_ASKED || second.asked < MIN_ASKED) return null;
  const [one, other] = [wilson(first), wilson(second)];
  const difference = one.share - other.share;
  const below = Math.hypot(one.share - one.low, other.high - other.share);
  const above = Math.hypot(one.high - one.share, other.share - other.low);
  return { points: toPoints(difference), low: toPoints(difference - below), high: toPoints(difference + above) };
}

function wilson({ asked: n, paid }: Answered): { share: number; low: number; high: number } {
  const share = paid / n;
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { share, low: middle - half, high: middle + half };
}

/** To a tenth. */
const toPoints = (share: number): number => Math.round(share * 1000) / 10;

/**
 * How many points' difference between two arms of these shares so many customers show in four of five experiments, read once, whatever
 * share pays. Null where an arm would have too few.
 */
export function detectablePoints(customers: number, share: number, other = 1 - share): number | null {
  const [one, second] = [customers * share, customers * other];
  if (Math.min(one, second) < MIN_ASKED) return null;
  return toPoints((Z + Z_POWER) * Math.sqrt(0.25 / one + 0.25 / second));
}

/** Of the chi-square distribution with one degree of freedom, and with two: only one experiment in a thousand is beyond it by chance. */
const MISMATCH = [10.828, 13.816];

/**
 * Whether the arms are as large as they were drawn (Kohavi, Tang, Xu, "Trustworthy Online Controlled Experiments", 2020, chapter 21):
 * if not, something keeps customers out of one of them, and the result is not to be believed.
 */
export function isMismatched(results: Record<Arm, Pick<ArmResult, 'customers'>>, drawn: DrawnShares): boolean {
  const shares = sharesOf(drawn);
  const arms = ARMS.filter((arm) => shares[arm] > 0);
  const all = arms.reduce((sum, arm) => sum + results[arm].customers, 0);
  if (all === 0 || arms.length < 2) return false;
  const distance = arms.reduce((sum, arm) => {
    const expected = all * shares[arm];
    return sum + (results[arm].customers - expected) ** 2 / expected;
  }, 0);
  return distance > (MISMATCH[arms.length - 2] ?? Number.POSITIVE_INFINITY);
}

type DrawnShares = Parameters<typeof sharesOf>[0];

/** The first less the second; `atPlannedEnd` once the planned days are over. */
type Comparison = { lift: Lift | null; atPlannedEnd: Lift | null };

export type ExperimentResult = Comparison & {
  arms: ({ arm: Arm; share: number | null } & ArmResult)[];
  /** The other rules against those in force; absent where there are none. */
  variant?: Comparison;
  isMismatched: boolean;
  enough: boolean;
};

/** Days since 1970 on which it began, and on which it is planned to be read. */
export const plannedDays = ({ since, plannedFor = PLANNED_FOR }: Experiment) => {
  const from = Math.floor(Date.parse(since) / DAY_MS);
  return { from, until: from + plannedFor };
};

type Look = { experiment: Experiment; days: number; today: number };

/** `days`: within which a customer paid, from the first reminder on. */
export function experimentOf(statistics: readonly Statistic[], { experiment, days, today }: Look): ExperimentResult {
  const results = armsOf(statistics, days, today);
  const { until } = plannedDays(experiment);
  // Whose first reminder was due by then.
  const planned = armsOf(statistics, days, Math.min(today, until + days + 1));
  const compare = (one: Arm, other: Arm): Comparison => ({
    lift: liftOf(results[one], results[other]),
    atPlannedEnd: today > until + days ? liftOfOneLook(planned[one], planned[other]) : null,
  });
  const arms = armsIn(experiment);
  return {
    arms: arms.map((arm) => ({
      arm,
      ...results[arm],
      share: results[arm].asked === 0 ? null : results[arm].paid / results[arm].asked,
    })),
    ...compare('reminded', 'held_out'),
    ...(experiment.variant && { variant: compare('variant', 'reminded') }),
    isMismatched: isMismatched(results, experiment),
    enough: arms.every((arm) => results[arm].asked >= MIN_ASKED),
  };
}

/** Without other rules, the two of every experiment. */
function armsIn({ holdOut, variant }: Experiment): Arm[] {
  if (variant === undefined) return ['reminded', 'held_out'];
  return holdOut === 0 ? ['reminded', 'variant'] : [...ARMS];
}

function armsOf(statistics: readonly Statistic[], days: number, today: number): Record<Arm, ArmResult> {
  const results = Object.fromEntries(
    ARMS.map((arm) => [arm, { customers: 0, asked: 0, paid: 0, costs: new Map<string, number>() }]),
  ) as Record<Arm, ArmResult & { costs: Map<string, number> }>;
  for (const [cell, [customers = 0, ...paidByDays]] of cellsOf(statistics)) {
    const [day, arm, currency] = cell.split('|') as [string, Arm, string?];
    const result = results[arm];
    const isAsked = Number(day) + days < today;
    if (currency !== undefined) {
      if (isAsked) result.costs.set(currency, (result.costs.get(currency) ?? 0) + customers);
      continue;
    }
    result.customers += customers;
    if (!isAsked) continue;
    result.asked += customers;
    result.paid += paidWithin(paidByDays, days);
  }
  return results;
}

export const paidWithin = (paidByDays: Numbers, days: number): number =>
  paidByDays.slice(0, days + 1).reduce((sum, count) => sum + count, 0);
