/** Lengths of time, each with its unit in its name. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

export const MINUTES_A_DAY = 1440;
export const SECONDS_A_DAY = 86_400;
