/** The simulator must find every mutant within a number of seeds and by the expected invariant, else it may miss real bugs. */
import { describe, expect, it } from 'vitest';
import { sized } from '#test/support/repetitions.ts';
import { firstSeed, seedsOf } from './mutants/first-seed.ts';
import FIRST_SEEDS from './mutants/first-seeds.json' with { type: 'json' };
import { MUTANTS, type Mutant, SUBJECTS } from './mutants/index.ts';
import { changing } from './mutants/mutant.ts';

/** The first mutant that violates each invariant. */
const FIRST_OF_EACH = new Map(MUTANTS.toReversed().flatMap((mutant) => mutant.breaks.map((each) => [each, mutant])));
/** They judge the simulator, not the service: `npm test` tries some of each subject and invariant, `npm run test:long` all. */
const SOME = new Set([...SUBJECTS.flatMap((mutants) => mutants.slice(0, 2)), ...FIRST_OF_EACH.values()]);
const TRIED = sized([...SOME], MUTANTS);
/** A search for a rarer mutant takes minutes. */
const MAX_SEARCHED = sized(0, 100);
const known: Partial<Record<string, number>> = FIRST_SEEDS;

/** `npm test` begins with the seed that found the mutant last; `npm run test:long` searches as if it was not known, unless it is rare. */
const searched = (mutant: Mutant): number[] =>
  [mutant.within <= MAX_SEARCHED ? [] : (known[mutant.name] ?? []), seedsOf(mutant)].flat();

describe('a mutant', () => {
  it.each(TRIED)('the simulator finds the mutant "$name" within $within seeds', async (mutant) => {
    expect(await firstSeed(mutant, searched(mutant))).toBeDefined();
  });

  it('each invariant has a mutant', () => {
    // 10 is judged with 14.
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16];
    expect([...FIRST_OF_EACH.keys()].toSorted((one, other) => one - other)).toEqual(numbers);
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
