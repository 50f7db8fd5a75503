/**
 * Runs some worlds with faults and checks that no invariant is violated; `npm run simulate` runs many.
 * The list of modules that worlds load first is that of the source.
 */

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runMany } from './run-many.ts';
import { runSeed } from './run-seed.ts';
import { LOADED_LATE } from './world/loaded-late.ts';

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

const ROOT = join(import.meta.dirname, '../..');

/** The adapter of a payment provider is loaded by the name of its folder. */
const filesNamed = (path: string): string[] =>
  globSync(path.replaceAll(/\$\{\w+\}/g, '*'), { cwd: ROOT }).map((file) => `#${file}`);

it('worlds load first what the service loads at first use', () => {
  const files = globSync(['lib/**/*.ts', 'functions/**/*.ts'], {
    cwd: ROOT,
    exclude: ['lib/web/console/app/**', 'lib/words/**'],
  });
  const found = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?<!typeof )\bimport\(['`]([^'`]+)['`]\)/g)].flatMap(
      ([, name = '']) => (name.startsWith('#') ? name : filesNamed(join(dirname(file), name))),
    ),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(Object.keys(LOADED_LATE).toSorted()).toEqual([...new Set(found)].toSorted());
});
