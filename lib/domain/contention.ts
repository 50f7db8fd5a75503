/** Writers that meet at one item: how long the slower one waits before it tries again, and how often it does. */

/** All waits together take five seconds on average, and seldom seven: functions of the API have ten. */
export const MAX_TRIES = 32;

const WAIT_MS = { first: 10, max: 400 };

/** With full jitter, so that rivals part. `fraction`: a random number in [0, 1). */
export const waitAfter = (tried: number, fraction: number): number =>
  fraction * Math.min(WAIT_MS.max, WAIT_MS.first * 2 ** (tried - 1));
