/** The simulator must find every mutant within a number of seeds and by the expected invariant, else it may miss real bugs. */
import { describe, expect, it } from 'vitest';
import { MUTANTS, type Mutant } from './mutants/index.ts';
import { changing } from './mutants/mutant.ts';
import { watchSeams } from './mutants/watch-seams.ts';
import { runSeed } from './run-seed.ts';

/** The first seed that violates one of the invariants that the mutant breaks. */
async function firstSeed({ name, within, from = 1, seams, breaks }: Mutant): Promise<number | undefined> {
  let changes = 0;
  const watched = watchSeams(seams, () => {
    changes += 1;
  });
  let found: number | undefined;
  for (let seed = from; seed < from + within && found === undefined; seed += 1) {
    const { violations } = await runSeed({ seed, seams: watched });
    if (violations.some(({ invariant }) => breaks.includes(invariant))) found = seed;
  }
  if (changes === 0) throw new Error(`the mutant "${name}" changes nothing: its seam matches nothing any more`);
  return found;
}

describe('a mutant', () => {
  it.each(MUTANTS)('the simulator finds the mutant "$name" within $within seeds', async (mutant) => {
    expect(await firstSeed(mutant)).toBeDefined();
  });

  it('the simulator has at least fifteen mutants', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(15);
  });

  it('a mutant whose seam matches nothing is an error', async () => {
    const seams: Mutant['seams'] = {
      table: changing(
        () => false,
        (input) => input,
      ),
    };
    const mutant: Mutant = { name: 'of a command that was', mistake: 'None.', breaks: [1], within: 3, seams };
    await expect(firstSeed(mutant)).rejects.toThrow('the mutant "of a command that was" changes nothing');
  });
});
