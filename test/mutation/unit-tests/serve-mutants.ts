/** The Vite plugin that serves the source with mutants compiled in: all mutants for counting, or only the one that is on. */
import { join } from 'node:path';
import type { Vite } from 'vitest/node';
import type { KillerOptions } from '#test/mutation/killer.ts';
import { compileMutants } from '#test/mutation/mutants/compile.ts';

export type Served = 'all' | 'none' | number;

export type ServedMutants = {
  paths: readonly string[];
  plugin: Vite.Plugin;
  /** Changes the served code; returns the paths of the files that differ from then on. */
  serve: (next: Served) => readonly string[];
};

export function serveMutants({ files, numbers }: KillerOptions): ServedMutants {
  const byPath = new Map(files.map((file) => [join(process.cwd(), file.file), file]));
  const mutants = files.flatMap(({ file, mutants }) =>
    mutants.map((mutant) => [numbers.get(mutant.id), { mutant, path: join(process.cwd(), file) }] as const),
  );
  const byNumber = new Map(mutants);
  const pathsOf = (what: Served): string[] => {
    if (what === 'none') return [];
    if (what === 'all') return [...byPath.keys()];
    const path = byNumber.get(what)?.path;
    if (path === undefined) throw new Error(`There is no mutant ${what}`);
    return [path];
  };
  let served: Served = 'all';
  return {
    paths: [...byPath.keys()],
    plugin: {
      name: 'mutants',
      enforce: 'pre',
      transform(_code, id) {
        const file = byPath.get(id);
        if (file === undefined || !pathsOf(served).includes(id)) return undefined;
        const one = typeof served === 'number' ? byNumber.get(served) : undefined;
        return { code: compileMutants(one ? { ...file, mutants: [one.mutant] } : file, numbers), map: null };
      },
    },
    serve(next) {
      const changed = next === served ? [] : [...new Set([...pathsOf(served), ...pathsOf(next)])];
      served = next;
      return changed;
    },
  };
}
