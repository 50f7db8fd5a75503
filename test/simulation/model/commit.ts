/** A committed change, and the instants that it may carry. */
import type { Member } from './made-by.ts';
import { iso } from './wire.ts';

/** The invocation, its time, and the instant that it wrote. */
export type Commit = {
  by: number;
  /** In true time: from the start of the invocation to the commit. */
  from: number;
  at: number;
  /** Milliseconds by which its clock is ahead. */
  skew: number;
  dated: number;
  /** Who of the merchant's people asked for it; undefined for a key, and for what nobody asked for. */
  member?: Member | undefined;
};

/** The written instant, limited to what the invocation's clock can have shown. */
export const instantOf = ({ from, at, skew, dated }: Commit): number =>
  Math.min(Math.max(dated, from + skew), at + skew);

export const dateFaults = (what: string, { dated }: Commit, expected: number): string[] =>
  dated === expected ? [] : [`${what} is dated ${iso(dated)} instead of ${iso(expected)}`];
