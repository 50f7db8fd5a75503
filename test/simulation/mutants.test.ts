/** The simulator finds every mutant, soon, and by an invariant that names it: or it would find no real bug either. */
import { describe, expect, it } from 'vitest';
import { MUTANTS, type Mutant } from './mutants/index.ts';
import { changing } from './mutants/mutant.ts';
import { watchSeams } from './mutants/watch-seams.ts';
import { runSeed } from './run-seed.ts';

/** The first seed in which one of the invariants that the mutant breaks is violated. */
async function firstSeed({ name, within, seams, breaks }: Mutant): Promise<number | undefined> {
  let changes = 0;
  const watched = watchSeams(seams, () => {
    changes += 1;
  });
  let found: number | undefined;
  for (let seed = 1; seed <= within && found === undefined; seed += 1) {
    const { violations } = await runSeed({ seed, seams: watched });
    if (violations.some(({ invariant }) => breaks.includes(invariant))) found = seed;
  }
  if (changes === 0) throw new Error(`the mutant "${name}" changes nothing: its seam matches nothing any more`);
  return found;
}

describe('a mutant', () => {
  it.each(MUTANTS)('is found: $name, within $within seeds', async (mutant) => {
    expect(await firstSeed(mutant)).toBeDefined();
  });

  it('is one of at least fifteen', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(15);
  });

  it('is an error when its seam matches nothing', async () => {
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
