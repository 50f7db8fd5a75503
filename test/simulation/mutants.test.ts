/** The simulator finds every mutant, soon, and by an invariant that names it: or it would find no real one either. */
import { describe, expect, it } from 'vitest';
import { MUTANTS, type Mutant } from './mutants/index.ts';
import { runSeed } from './run-seed.ts';

/** The first seed in which one of the invariants that the bug breaks is violated. */
async function firstSeed({ within, seams, breaks }: Mutant): Promise<number | undefined> {
  for (let seed = 1; seed <= within; seed += 1) {
    const { violations } = await runSeed({ seed, seams });
    if (violations.some(({ invariant }) => breaks.includes(invariant))) return seed;
  }
  return undefined;
}

describe('a mutant', () => {
  it.each(MUTANTS)(
    'is found: $name, within $within seeds',
    async (mutant) => {
      expect(await firstSeed(mutant)).toBeDefined();
    },
    180_000,
  );

  it('is one of at least fifteen', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(15);
  });
});
