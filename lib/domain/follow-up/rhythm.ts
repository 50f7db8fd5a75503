/** The strategy's table: how long the collection lives decides when reminders start, how often they come, how many. */
import type { Cadence } from './follow-up.ts';

export type Rhythm = { startAfterMinutes: number; cadence: Cadence; maxAttempts: number; window: string };

type Row = {
  upToMinutes: number;
  cadence: Cadence;
  startAfter: (minutes: number) => number;
  attempts: (minutes: number) => number;
  /** The row's name, as reasons call it. */
  window: string;
};

const DAY = 1440;
const FORTNIGHT = 14 * DAY;

const ROWS: readonly Row[] = [
  {
    upToMinutes: 19,
    // No attempts of our own; start and cadence complete what a caller gave in part.
    cadence: 'every_15m',
    startAfter: (minutes) => Math.floor(minutes / 2),
    attempts: () => 0,
    window: 'expires within 20 minutes',
  },
  {
    upToMinutes: 60,
    cadence: 'every_15m',
    startAfter: (minutes) => Math.floor(minutes / 2),
    attempts: () => 1,
    window: 'expires within 1 hour',
  },
  {
    upToMinutes: 240,
    cadence: 'every_1h',
    startAfter: () => 30,
    attempts: () => 2,
    window: 'expires within 4 hours',
  },
  {
    upToMinutes: 720,
    cadence: 'every_2h',
    startAfter: () => 60,
    attempts: () => 3,
    window: 'expires within 12 hours',
  },
  {
    upToMinutes: 2 * DAY,
    cadence: 'every_6h',
    startAfter: () => 60,
    attempts: () => 3,
    window: 'expires within 2 days',
  },
  {
    upToMinutes: FORTNIGHT,
    cadence: 'daily',
    startAfter: () => 240,
    attempts: (minutes) => Math.min(Math.floor(minutes / DAY), 7),
    window: 'expires within 14 days',
  },
  {
    upToMinutes: Number.POSITIVE_INFINITY,
    cadence: 'daily',
    startAfter: (minutes) => Math.max(DAY, minutes - FORTNIGHT),
    attempts: () => 7,
    window: 'expires after more than 14 days',
  },
];

/** What the table says for a collection that expires after so many minutes (at least one). */
export const rhythmFor = (expiresInMinutes: number): Rhythm => {
  const row = ROWS.find(({ upToMinutes }) => expiresInMinutes <= upToMinutes);
  if (row === undefined) throw new RangeError(`${expiresInMinutes} is not a number of minutes`);
  return {
    startAfterMinutes: row.startAfter(expiresInMinutes),
    cadence: row.cadence,
    maxAttempts: row.attempts(expiresInMinutes),
    window: row.window,
  };
};
