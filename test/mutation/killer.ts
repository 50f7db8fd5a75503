/**
 * What kills mutants. A killer runs trials of our code: for the unit tests a trial is a test file, for the simulator it
 * would be some seeds. It knows nothing of what a mutant is; it switches one on by its number.
 */
import type { SourceFile } from './mutants/mutant.ts';

/** `failed` is a mutant that was noticed; `endless` one with which the trial did not end. */
export type Outcome = 'passed' | 'failed' | 'endless';

export type Measured = {
  trial: string;
  /** By the number of each mutant whose code the trial runs: what the part of it that does so costs. */
  costs: ReadonlyMap<number, number>;
};

export type Killer<M extends Measured = Measured> = {
  trials: () => Promise<readonly string[]>;
  /** Runs a trial with all mutants off, to see which of them it reaches. @throws Error when it fails. */
  measure: (trial: string) => Promise<M>;
  /** Runs what reaches the mutant; `measured` may come from another killer of the same kind. */
  attempt: (measured: M, mutant: number) => Promise<Outcome>;
  /** Runs a trial without mutants once more. @throws Error when it fails. */
  recheck: (measured: M) => Promise<void>;
  close: () => Promise<void>;
};

export type KillerOptions = {
  /** The files that hold mutants. */
  files: readonly SourceFile[];
  /** The number of each mutant, by its id: 0 and up. */
  numbers: ReadonlyMap<string, number>;
};
