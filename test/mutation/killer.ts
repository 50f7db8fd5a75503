/**
 * The interface of killers. A killer runs trials of the code: for the unit tests a trial is a test file, for the simulator it
 * would be some seeds. A killer does not know what a mutant is; it switches one on by its number.
 */
import type { SourceFile } from './mutants/mutant.ts';

/** `failed` means that the trial detected the mutant, `endless` that the trial did not end. */
export type Outcome = 'passed' | 'failed' | 'endless';

export type Measured = {
  trial: string;
  /** The mutants whose code the trial runs, by number, each with the time of the tests that reach it. */
  costs: ReadonlyMap<number, number>;
};

export type Killer<M extends Measured = Measured> = {
  trials: () => Promise<readonly string[]>;
  /** Runs a trial with all mutants off to find the mutants that it reaches. @throws Error when it fails. */
  measure: (trial: string) => Promise<M>;
  /** Runs the tests that reach the mutant; `measured` may come from another killer of the same kind. */
  attempt: (measured: M, mutant: number) => Promise<Outcome>;
  /** Runs a trial again without mutants. @throws Error when it fails. */
  recheck: (measured: M) => Promise<void>;
  close: () => Promise<void>;
};

export type KillerOptions = {
  /** The files with mutants. */
  files: readonly SourceFile[];
  /** The number of each mutant by its id, from 0. */
  numbers: ReadonlyMap<string, number>;
};
