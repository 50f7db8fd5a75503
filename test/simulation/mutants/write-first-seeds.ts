/** `node test/simulation/mutants/write-first-seeds.ts` writes `first-seeds.json`: for each mutant a seed that finds it in few steps. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Found, seedsOf, tryIn } from './first-seed.ts';
import { MUTANTS, type Mutant } from './index.ts';

/** So many seeds after the first one that finds the mutant are tried, too: some worlds show it much sooner. */
const MORE = 12;

async function quickestSeed(mutant: Mutant): Promise<number | undefined> {
  let quickest: Found | undefined;
  let left = MORE;
  for (const seed of seedsOf(mutant)) {
    const { found } = await tryIn(mutant, seed);
    if (found !== undefined && found.steps < (quickest?.steps ?? Number.POSITIVE_INFINITY)) quickest = found;
    if (quickest !== undefined) left -= 1;
    if (left === 0) break;
  }
  return quickest?.seed;
}

const seeds: Record<string, number | undefined> = {};
for (const mutant of MUTANTS) {
  seeds[mutant.name] = await quickestSeed(mutant);
  console.info(`${mutant.name}: ${seeds[mutant.name]}`);
}
await writeFile(join(import.meta.dirname, 'first-seeds.json'), `${JSON.stringify(seeds, undefined, 2)}\n`);
