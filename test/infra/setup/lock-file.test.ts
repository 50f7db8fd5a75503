/** The lock files hold what `npm ci` insists on, so that a fresh clone installs, and what we rely on besides. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Locked = {
  version?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};

const packagesOf = (file: string): Record<string, Locked> =>
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }).packages;

const packages = packagesOf('package-lock.json');
const { '': _root, ...ownNode } = packagesOf('infra/setup/node/package-lock.json');
const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));

it('the lock file names every optional package of a locked package, those for other platforms too', () => {
  const optional = Object.values(packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));
  expect(optional.length).toBeGreaterThan(0);
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});

/** Its script only puts the program where the command finds it sooner; the workbench uses its API, which finds it as it is. */
const WORKS_WITHOUT = ['node_modules/esbuild'];

it('no package that running the service needs must run its install script, since npm start runs none', () => {
  const { '': _, ...locked } = packages;
  const running = Object.entries(locked).filter(([, { dev }]) => !dev);
  const scripted = running.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(scripted.filter((path) => !WORKS_WITHOUT.includes(path))).toEqual([]);
});

it('our own Node is locked for five platforms, each by the digest of its package, and needs no install script', () => {
  expect(Object.keys(ownNode)).toHaveLength(5);
  for (const { version, integrity, hasInstallScript } of Object.values(ownNode)) {
    expect(Number(version?.split('.')[0])).toBeGreaterThanOrEqual(24);
    expect(integrity).toMatch(/^sha512-/);
    expect(hasInstallScript).toBeUndefined();
  }
});
