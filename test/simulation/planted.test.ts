/** The simulator finds every planted bug, soon, and by an invariant that names it: or it would find no real one either. */
import { describe, expect, it } from 'vitest';
import { PLANTED, type Planted } from './planted/index.ts';
import { runSeed } from './run-seed.ts';

/** The first seed in which one of the invariants that the bug breaks is violated. */
async function firstSeed({ within, seams, breaks }: Planted): Promise<number | undefined> {
  for (let seed = 1; seed <= within; seed += 1) {
    const { violations } = await runSeed({ seed, seams });
    if (violations.some(({ invariant }) => breaks.includes(invariant))) return seed;
  }
  return undefined;
}

describe('a planted bug', () => {
  it.each(PLANTED)(
    'is found: $name, within $within seeds',
    async (planted) => {
      expect(await firstSeed(planted)).toBeDefined();
    },
    180_000,
  );

  it('is one of at least fifteen', () => {
    expect(PLANTED.length).toBeGreaterThanOrEqual(15);
  });
});
