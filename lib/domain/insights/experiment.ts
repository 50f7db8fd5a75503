/** The experiment: a share of the customers gets no automatic reminder, so that one can see what reminders bring. */

/** What came of an arm. `asked`: those of its customers whose first collection is old enough. */
export type ArmResult = { customers: number; asked: number; paid: number };

/** The difference of the shares that paid, in points of a hundred, with its 95 % interval. */
export type Lift = { points: number; low: number; high: number };

/** With fewer in an arm nothing is said. */
export const MIN_ASKED = 100;

/** Of the standard normal distribution: 95 % lie within so many standard deviations. */
const Z = 1.959964;

/**
 * Newcombe's hybrid score interval for the difference of two independent proportions, from the Wilson interval of each
 * (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10). Null where an arm has too few.
 */
export function liftOf(reminded: ArmResult, heldOut: ArmResult): Lift | null {
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
