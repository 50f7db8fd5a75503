/** Runs hundreds of worlds with every kind of fault and checks that no invariant is violated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sized, times } from '#test/support/repetitions.ts';
import { coverageLines } from './report.ts';
import { runInParallel } from './run-in-parallel.ts';
import type { Tally } from './run-many.ts';
import { runSeed } from './run-seed.ts';
import { addedAfter } from './world/added.ts';

/** Each line has the generation of its worlds, a seed, and the bug that it found. */
const REGRESSIONS = readFileSync(join(import.meta.dirname, 'regressions.txt'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, generation, seed] = /^(\d+) (\d+) /.exec(line) ?? [];
    return seed === undefined ? [] : [{ seed: Number(seed), generation: Number(generation) }];
  });
/** Each bug has a test of its own, too; so `npm test` repeats the latest seeds, and `npm run test:long` all. */
const REPEATED = sized(REGRESSIONS.slice(-6), REGRESSIONS);

/** More worlds only repeat: `npm test` ends after `ENOUGH` as soon as every common fault was met, `npm run test:long` runs more than a thousand. */
const BATCH = { from: 1, seeds: sized(500, times(250)), workers: sized(1, 2) };
const ENOUGH = sized(45, BATCH.seeds);
/** So rare that a run may meet none; the mutants with eventual reads show that the first works. A long run meets the others. */
const RARE = sized(['stale-read', 'channel-opted-out', 'channel-refuses'], ['stale-read']);

const missingIn = (tally: Tally): string[] =>
  coverageLines(tally).filter((line) => / 0 +0$/.test(line) && !RARE.some((fault) => line.includes(fault)));
const isEnough = (tally: Tally): boolean => tally.seeds >= ENOUGH && missingIn(tally).length === 0;

describe('the simulation', () => {
  it('no world that has found a bug before violates an invariant any more', async () => {
    expect(REGRESSIONS.length).toBeGreaterThan(30);
    for (const { seed, generation } of REPEATED) {
      const { violations } = await runSeed({ seed, without: new Set(addedAfter(generation)) });
      expect([seed, violations]).toEqual([seed, []]);
    }
  });

  it(
    `at least ${ENOUGH} worlds with every kind of fault violate no invariant`,
    async () => {
      const tally = await runInParallel(BATCH, isEnough);
      expect(tally.failures, 'see with: npm run simulate -- --seeds 1 --from <seed>').toEqual([]);
      expect(tally.seeds).toBeGreaterThanOrEqual(ENOUGH);
      expect(missingIn(tally)).toEqual([]);
    },
    times(1_800_000),
  );

  // In the world of 83 keys that the table refuses are tried twice within seconds.
  it('a seed gives an identical run each time, whichever seeds ran before it', async () => {
    const first = await hashes([11, 12, 83]);
    expect(await hashes([83, 12, 11])).toEqual(first.toReversed());
    expect(new Set(first).size).toBe(first.length);
  });
});

const hashes = async (seeds: readonly number[]): Promise<string[]> => {
  const found: string[] = [];
  for (const seed of seeds) found.push((await runSeed({ seed })).hash);
  return found;
};
