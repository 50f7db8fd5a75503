/** What an experiment says that reminders bring, so that a look each morning misleads nobody. */
import { ARMS, type Arm, type Experiment, PLANNED_FOR } from '#lib/domain/account.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { cellsOf } from './reports.ts';
import type { Numbers, Statistic } from './statistics.ts';

/** What came of an arm. `asked`: those of its customers whose first reminder was due long enough ago. */
type ArmResult = { customers: number; asked: number; paid: number };

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
export function liftOf(reminded: ArmResult, heldOut: ArmResult): Lift | null {
  if (reminded.asked < MIN_ASKED || heldOut.asked < MIN_ASKED) return null;
  const difference = reminded.paid / reminded.asked - heldOut.paid / heldOut.asked;
  const half = widthAt(reminded.asked + heldOut.asked) * Math.sqrt(varianceOf(reminded) + varianceOf(heldOut));
  return { points: toPoints(difference), low: toPoints(difference - half), high: toPoints(difference + half) };
}

/** Of a share. One more that has paid, and one that has not, keep it from vanishing where all or none have. */
function varianceOf({ asked, paid }: ArmResult): number {
  const share = (paid + 1) / (asked + 2);
  return (share * (1 - share)) / asked;
}

/**
 * For who looks once: Newcombe's hybrid score interval for the difference of two independent proportions, from the Wilson interval of
 * each (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10). Null where an arm has too few.
 */
export function liftOfOneLook(reminded: ArmResult, heldOut: ArmResult): Lift | null {
  if (reminded.asked < MIN_ASKED || heldOut.asked < MIN_ASKED) return null;
  const one = wilson(reminded);
  const other = wilson(heldOut);
  const difference = one.share - other.share;
  const below = Math.hypot(one.share - one.low, other.high - other.share);
  const above = Math.hypot(one.high - one.share, other.share - other.low);
  return { points: toPoints(difference), low: toPoints(difference - below), high: toPoints(difference + above) };
}

function wilson({ asked: n, paid }: ArmResult): { share: number; low: number; high: number } {
  const share = paid / n;
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { share, low: middle - half, high: middle + half };
}

/** To a tenth. */
const toPoints = (share: number): number => Math.round(share * 1000) / 10;

/**
 * How many points' difference so many customers show in four of five experiments, read once, whatever share pays. Null where an arm
 * would have too few.
 */
export function detectablePoints(customers: number, holdOut: number): number | null {
  const heldOut = customers * holdOut;
  if (Math.min(heldOut, customers - heldOut) < MIN_ASKED) return null;
  return toPoints((Z + Z_POWER) * Math.sqrt(0.25 / heldOut + 0.25 / (customers - heldOut)));
}

/** Of the chi-square distribution with one degree of freedom: only one experiment in a thousand is beyond it by chance. */
const MISMATCH = 10.828;

/**
 * Whether the arms are as large as they were drawn (Kohavi, Tang, Xu, "Trustworthy Online Controlled Experiments", 2020, chapter 21):
 * if not, something keeps customers out of one of them, and the result is not to be believed.
 */
export function isMismatched({ reminded, held_out: heldOut }: Record<Arm, ArmResult>, holdOut: number): boolean {
  const all = reminded.customers + heldOut.customers;
  if (all === 0 || holdOut === 0) return false;
  const expected = all * holdOut;
  return (
    (heldOut.customers - expected) ** 2 / expected + (heldOut.customers - expected) ** 2 / (all - expected) > MISMATCH
  );
}

export type ExperimentResult = {
  arms: ({ arm: Arm; share: number | null } & ArmResult)[];
  lift: Lift | null;
  /** Once its planned days are over. */
  atPlannedEnd: Lift | null;
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
  const { reminded, held_out: heldOut } = results;
  // Whose first reminder was due by then.
  const planned = armsOf(statistics, days, Math.min(today, until + days + 1));
  return {
    arms: ARMS.map((arm) => ({
      arm,
      ...results[arm],
      share: results[arm].asked === 0 ? null : results[arm].paid / results[arm].asked,
    })),
    lift: liftOf(reminded, heldOut),
    atPlannedEnd: today > until + days ? liftOfOneLook(planned.reminded, planned.held_out) : null,
    isMismatched: isMismatched(results, experiment.holdOut),
    enough: Math.min(reminded.asked, heldOut.asked) >= MIN_ASKED,
  };
}

function armsOf(statistics: readonly Statistic[], days: number, today: number): Record<Arm, ArmResult> {
  const results = Object.fromEntries(ARMS.map((arm) => [arm, { customers: 0, asked: 0, paid: 0 }])) as Record<
    Arm,
    ArmResult
  >;
  for (const [cell, [customers = 0, ...paidByDays]] of cellsOf(statistics)) {
    const [day, arm] = cell.split('|') as [string, Arm];
    const result = results[arm];
    result.customers += customers;
    if (Number(day) + days >= today) continue;
    result.asked += customers;
    result.paid += paidWithin(paidByDays, days);
  }
  return results;
}

export const paidWithin = (paidByDays: Numbers, days: number): number =>
  paidByDays.slice(0, days + 1).reduce((sum, count) => sum + count, 0);
