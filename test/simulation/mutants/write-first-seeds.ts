/** `node test/simulation/mutants/write-first-seeds.ts` writes `first-seeds.json`: for each mutant the first seed that finds it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstSeed, seedsOf } from './first-seed.ts';
import { MUTANTS } from './index.ts';

const found: Record<string, number | undefined> = {};
for (const mutant of MUTANTS) {
  found[mutant.name] = await firstSeed(mutant, seedsOf(mutant));
  console.info(`${mutant.name}: ${found[mutant.name]}`);
}
await writeFile(join(import.meta.dirname, 'first-seeds.json'), `${JSON.stringify(found, undefined, 2)}\n`);
