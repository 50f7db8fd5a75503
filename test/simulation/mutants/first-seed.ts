/** Searches for a world in which the simulator finds a mutant. */
import { runSeed } from '#test/simulation/run-seed.ts';
import type { Mutant } from './mutant.ts';
import { watchSeams } from './watch-seams.ts';

/** Thirty times as many as a world without a mutant has: with some mutants a world never ends. */
const MAX_STEPS = 100_000;

/** The seeds within which the mutant must be found. */
export const seedsOf = ({ within, from = 1 }: Mutant): number[] =>
  Array.from({ length: within }, (_, nth) => from + nth);

/** `steps`: how much of the world had to run. */
export type Found = { seed: number; steps: number };

/**
 * The first of the seeds whose world violates one of the invariants that the mutant breaks.
 *
 * @throws {Error} if the mutant changes nothing in any of them
 */
export async function firstSeed(mutant: Mutant, seeds: readonly number[]): Promise<number | undefined> {
  let changes = 0;
  for (const seed of seeds) {
    const tried = await tryIn(mutant, seed);
    if (tried.found !== undefined) return seed;
    changes += tried.changes;
  }
  if (changes === 0) throw new Error(`the mutant "${mutant.name}" changes nothing: its seam matches nothing any more`);
  return undefined;
}

/** `changes`: how often the mutant changed something in this world. */
export async function tryIn(
  { seams, breaks }: Mutant,
  seed: number,
): Promise<{ found: Found | undefined; changes: number }> {
  let changes = 0;
  const watched = watchSeams(seams, () => {
    changes += 1;
  });
  const { violations, steps } = await runSeed({ seed, seams: watched, stopsAt: breaks, maxSteps: MAX_STEPS });
  const isFound = violations.some(({ invariant }) => breaks.includes(invariant));
  return { found: isFound ? { seed, steps } : undefined, changes };
}
