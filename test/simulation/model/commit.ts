/** A change that somebody has committed, and the instant that it may have been given. */
import { iso } from './wire.ts';

/** By which invocation, in which time, and the instant that it was given. */
export type Commit = {
  by: number;
  /** True time: from the start of the invocation to the commit. */
  from: number;
  at: number;
  /** How far its clock is ahead. */
  skew: number;
  dated: number;
};

/** The instant by the clock of the invocation, as near to the one that it gave as its clock can have been. */
export const instantOf = ({ from, at, skew, dated }: Commit): number =>
  Math.min(Math.max(dated, from + skew), at + skew);

export const dateFaults = (what: string, { dated }: Commit, expected: number): string[] =>
  dated === expected ? [] : [`${what} is dated ${iso(dated)} instead of ${iso(expected)}`];
