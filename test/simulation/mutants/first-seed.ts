/** Searches for a world in which the simulator finds a mutant. */
import { runSeed } from '#test/simulation/run-seed.ts';
import type { Mutant } from './mutant.ts';
import { watchSeams } from './watch-seams.ts';

/** Thirty times as many as a world without a mutant has: with some mutants a world never ends. */
const MAX_STEPS = 100_000;

/** The seeds within which the mutant must be found. */
export const seedsOf = ({ within, from = 1 }: Mutant): number[] =>
  Array.from({ length: within }, (_, nth) => from + nth);

/**
 * The first of the seeds whose world violates one of the invariants that the mutant breaks.
 *
 * @throws {Error} if the mutant changes nothing in any of them
 */
export async function firstSeed(
  { name, seams, breaks }: Mutant,
  seeds: readonly number[],
): Promise<number | undefined> {
  let changes = 0;
  const watched = watchSeams(seams, () => {
    changes += 1;
  });
  for (const seed of seeds) {
    const { violations } = await runSeed({ seed, seams: watched, stopsAt: breaks, maxSteps: MAX_STEPS });
    if (violations.some(({ invariant }) => breaks.includes(invariant))) return seed;
  }
  if (changes === 0) throw new Error(`the mutant "${name}" changes nothing: its seam matches nothing any more`);
  return undefined;
}
