/** Runs seeds one after the other and adds up their counts. */
import { runSeed } from './run-seed.ts';
import type { Violation } from './world/world.ts';

export type Failure = { seed: number; violations: readonly Violation[] };

export type Tally = {
  seeds: number;
  steps: number;
  /** How often each fault and each situation occurred, and in how many seeds. */
  counts: Record<string, { times: number; seeds: number }>;
  failures: Failure[];
};

export const emptyTally = (): Tally => ({ seeds: 0, steps: 0, counts: {}, failures: [] });

export async function runMany(from: number, count: number): Promise<Tally> {
  const tally = emptyTally();
  for (let seed = from; seed < from + count; seed += 1) {
    const { steps, counts, violations } = await runSeed({ seed });
    const failures = violations.length > 0 ? [{ seed, violations }] : [];
    const once = Object.fromEntries([...counts].map(([name, times]) => [name, { times, seeds: 1 }]));
    addTo(tally, { seeds: 1, steps, counts: once, failures });
  }
  return tally;
}

export function addTo(tally: Tally, more: Tally): void {
  tally.seeds += more.seeds;
  tally.steps += more.steps;
  tally.failures.push(...more.failures);
  for (const [name, { times, seeds }] of Object.entries(more.counts)) {
    const known = tally.counts[name] ?? { times: 0, seeds: 0 };
    tally.counts[name] = { times: known.times + times, seeds: known.seeds + seeds };
  }
}
