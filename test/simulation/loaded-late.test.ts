/** The list of modules that worlds load first is that of the source. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { LOADED_LATE } from './world/loaded-late.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The adapter of a payment provider is loaded by the name of its folder. */
const filesNamed = (path: string): string[] =>
  globSync(path.replaceAll(/\$\{\w+\}/g, '*'), { cwd: ROOT }).map((file) => `#${file}`);

it('worlds load first what the service loads at first use', () => {
  const files = globSync(['lib/**/*.ts', 'functions/**/*.ts'], { cwd: ROOT, exclude: ['lib/web/console/app/**'] });
  const found = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?<!typeof )\bimport\(['`]([^'`]+)['`]\)/g)].flatMap(
      ([, name = '']) => (name.startsWith('#') ? name : filesNamed(join(dirname(file), name))),
    ),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(Object.keys(LOADED_LATE).toSorted()).toEqual([...new Set(found)].toSorted());
});
