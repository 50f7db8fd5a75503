/** Runs some worlds with faults and checks that no invariant is violated; `npm run simulate` runs many. */
import { describe, expect, it } from 'vitest';
import { runMany } from './run-many.ts';
import { runSeed } from './run-seed.ts';

const WORLDS = 50;

describe('the simulation', () => {
  it(`${WORLDS} worlds with faults violate no invariant`, async () => {
    const { failures, seeds } = await runMany(1, WORLDS);
    expect(failures, 'see with: npm run simulate -- --seeds 1 --from <seed>').toEqual([]);
    expect(seeds).toBe(WORLDS);
  });

  it('a seed gives an identical run each time, whichever seeds ran before it', async () => {
    const first = await hashes([11, 12, 16]);
    expect(await hashes([16, 12, 11])).toEqual(first.toReversed());
    expect(new Set(first).size).toBe(first.length);
  });
});

const hashes = async (seeds: readonly number[]): Promise<string[]> => {
  const found: string[] = [];
  for (const seed of seeds) found.push((await runSeed({ seed })).hash);
  return found;
};
