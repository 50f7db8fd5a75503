/** Chooses the mutants of a run: those of the given files or folders without the known survivors, or a sample of them. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { KillerOptions } from './killer.ts';
import { generateMutants } from './mutants/generate.ts';
import type { Mutant } from './mutants/mutant.ts';
import { leaveOut, SURVIVORS, type Survivor } from './survivors.ts';

export type Choice = KillerOptions & {
  chosen: readonly Mutant[];
  /** A short description for the report. */
  extent: string;
  leftOut: number;
  stale: readonly Survivor[];
};

/**
 * `known`: mutants that the killer cannot kill.
 *
 * @throws Error when there is nothing to mutate.
 */
export function chooseMutants(
  paths: readonly string[],
  part?: { size: number; seed: number },
  known: readonly Survivor[] = SURVIVORS,
): Choice {
  const names = [...new Set(paths.flatMap(sourcesAt))].toSorted();
  const files = names
    .map((file) => generateMutants(file, readFileSync(file, 'utf8')))
    .filter(({ mutants }) => mutants.length > 0);
  const all = files.flatMap(({ mutants }) => mutants);
  if (all.length === 0) throw new Error(`There is nothing to mutate in ${paths.join(' ')}`);
  const isGone = (file: string) => !existsSync(file);
  const { mutants, survivors } = leaveOut(all, SURVIVORS, isGone);
  const { stale } = leaveOut(all, known, isGone);
  const drawn = part === undefined ? mutants : sample(mutants, part.size, part.seed);
  const { mutants: chosen, survivors: unseen } = leaveOut(drawn, known, isGone);
  return {
    files,
    numbers: new Map(all.map(({ id }, number) => [id, number])),
    chosen,
    extent:
      part === undefined ? `all ${all.length}` : `a sample of ${chosen.length} of ${all.length} (seed ${part.seed})`,
    leftOut: survivors.length + unseen.length,
    stale,
  };
}

function sourcesAt(path: string): string[] {
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  const isFolder = statSync(path).isDirectory();
  const found = isFolder ? globSync(join(path, '**/*.ts')).filter((file) => !file.endsWith('.test.ts')) : [path];
  if (found.length === 0) throw new Error(`${path} holds no TypeScript`);
  return found.map((file) => relative(process.cwd(), resolve(file)).replaceAll(sep, '/'));
}

/** A random sample, the same for the same seed. */
export function sample<T>(from: readonly T[], size: number, seed: number): T[] {
  const random = randomFrom(seed, 'mutants');
  const ranked = from.map((item, index) => ({ item, index, rank: random.fraction() }));
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, size);
  return chosen.toSorted((a, b) => a.index - b.index).map(({ item }) => item);
}
