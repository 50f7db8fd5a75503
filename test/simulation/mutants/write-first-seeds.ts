/** `node test/simulation/mutants/write-first-seeds.ts` writes `first-seeds.json`: for each mutant the first seed that finds it soon. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstSeed, seedsOf } from './first-seed.ts';
import { MUTANTS } from './index.ts';

/** Twenty times what most worlds take: with some mutants a world ends only at the simulator's limit. */
const SOON = 20_000;

const found: Record<string, number | undefined> = {};
for (const mutant of MUTANTS) {
  const seeds = seedsOf(mutant);
  found[mutant.name] = (await firstSeed(mutant, seeds, SOON)) ?? (await firstSeed(mutant, seeds));
  console.info(`${mutant.name}: ${found[mutant.name]}`);
}
await writeFile(join(import.meta.dirname, 'first-seeds.json'), `${JSON.stringify(found, undefined, 2)}\n`);
