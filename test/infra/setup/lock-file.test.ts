/** The lock file holds what `npm ci` insists on, so that a fresh clone installs. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Locked = { version?: string; optionalDependencies?: Record<string, string> };

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const names = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));

it('names every optional package of a locked package, those for other platforms too', () => {
  const optional = Object.values(lock.packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));
  expect(optional.length).toBeGreaterThan(0);
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});
