/** What `npm start` installs is what the service and its local run import, no more and no less. */
import { globSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

type Manifest = { dependencies: Record<string, string>; scripts: Record<string, string> };

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/**
 * The program of a script that installs only what running needs; the local run also loads every function by its path, and
 * bundles the workbench.
 */
const programs = Object.entries(manifest.scripts)
  .filter(([, command]) => command.endsWith('ensure-installed.mjs --to-run'))
  .map(([name]) => manifest.scripts[name.slice('pre'.length)]?.split(' ').at(-1) ?? name);

async function importedPackages(): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: [...programs, WORKBENCH, ...globSync('functions/**/*.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: 'nowhere',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const paths = imports.filter(({ external }) => external).map(({ path }) => path);
  return new Set(paths.filter((path) => !path.startsWith('node:')).map(packageOf));
}

const WORKBENCH = 'infra/local/workbench/app/main.tsx';

const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

it('every npm script is preceded by the installation of what it needs', () => {
  const scripts = Object.keys(manifest.scripts).filter((name) => name !== 'postinstall' && !name.startsWith('pre'));
  const installs = expect.stringMatching(/^node infra\/setup\/ensure-installed\.mjs( --to-run)?$/);
  for (const name of scripts)
    expect({ name, before: manifest.scripts[`pre${name}`] }).toEqual({ name, before: installs });
});

it('npm start, npm run cli, npm run listen and npm run reset install only what running needs', () => {
  const expected = ['infra/cli/main.ts', 'infra/local/listen/main.ts', 'infra/local/main.ts', 'infra/local/reset.ts'];
  expect(programs.toSorted()).toEqual(expected);
});

it('the dependencies are the packages that the service and its local run import', async () => {
  const imported = await importedPackages();
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual([...imported].toSorted());
});
