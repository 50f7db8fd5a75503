/** The simulator must find every mutant within a number of seeds and by the expected invariant, else it may miss real bugs. */
import { describe, expect, it } from 'vitest';
import { sized } from '#test/support/repetitions.ts';
import { firstSeed, seedsOf } from './mutants/first-seed.ts';
import FIRST_SEEDS from './mutants/first-seeds.json' with { type: 'json' };
import { MUTANTS, type Mutant } from './mutants/index.ts';
import { changing } from './mutants/mutant.ts';

/** A search for a rarer mutant takes minutes. */
const MAX_SEARCHED = sized(0, 100);
const known: Partial<Record<string, number>> = FIRST_SEEDS;

/** `npm test` begins with the seed that found the mutant last; `npm run test:long` searches as if it was not known, unless it is rare. */
const searched = (mutant: Mutant): number[] =>
  [mutant.within <= MAX_SEARCHED ? [] : (known[mutant.name] ?? []), seedsOf(mutant)].flat();

describe('a mutant', () => {
  it.each(MUTANTS)('the simulator finds the mutant "$name" within $within seeds', async (mutant) => {
    expect(await firstSeed(mutant, searched(mutant))).toBeDefined();
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
    await expect(firstSeed(mutant, seedsOf(mutant))).rejects.toThrow(
      'the mutant "of a command that was" changes nothing',
    );
  });
});
