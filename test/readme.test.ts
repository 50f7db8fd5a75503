/** The documents against the code: the chart of states, the npm scripts that they name, and where their links lead. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { TRANSITIONS } from '#lib/domain/transitions.ts';

const readme = readFileSync('README.md', 'utf8');

it('the README’s chart has exactly the transitions that the domain allows', () => {
  const [, chart = ''] = readme.split('stateDiagram-v2');
  const drawn = [...(chart.split('```')[0] ?? '').matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(
    ([, from, to]) => `${from} to ${to}`,
  );
  const allowed = TRANSITIONS.flatMap(({ from, to }) => from.map((status) => `${status} to ${to}`));
  expect(drawn.toSorted()).toEqual([...new Set(allowed)].toSorted());
});

it('the documents name only npm scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const docs = [
    readme,
    readFileSync('CONTRIBUTING.md', 'utf8'),
    readFileSync('docs/explanation/benchmarks.md', 'utf8'),
  ].join('\n');
  const named = [...docs.matchAll(/npm (?:run )?([a-z][a-z:]*)/g)].map(([, name]) => name ?? '');
  expect(named.filter((name) => !(name in scripts) && name !== 'run')).toEqual([]);
});

it('every link within the documents leads to a file that exists', () => {
  const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')];
  const dead = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?![a-z]+:|#|\/)([^)#\s]+)/g)]
      .map(([, path = '']) => join(dirname(file), path))
      .filter((path) => !existsSync(path))
      .map((path) => `${file}: ${path}`),
  );
  expect(dead).toEqual([]);
});
