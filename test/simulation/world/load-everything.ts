/** Loads the modules that the service loads at first use: loading takes real time, but a world runs in simulated time. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Found in the source, because one that is missing makes a world differ by what has run before it in the same process. */
const loadAll = async (): Promise<void> => {
  const files = globSync(['lib/**/*.ts', 'functions/**/*.ts'], { cwd: ROOT, exclude: ['lib/console/app/**'] });
  const loaded = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bimport\('([^']+)'\)/g)].map(([, name = '']) =>
      name.startsWith('#') ? join(ROOT, name.slice(1)) : join(ROOT, dirname(file), name),
    ),
  );
  await Promise.all([...new Set(loaded)].map((path) => import(path)));
};

let everything: Promise<void> | undefined;
export const loadEverything = (): Promise<void> => {
  everything ??= loadAll();
  return everything;
};
