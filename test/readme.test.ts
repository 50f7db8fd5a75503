/** The README against the code: its chart of states and the npm scripts that it names. */
import { readFileSync } from 'node:fs';
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
  const docs = [readme, readFileSync('CONTRIBUTING.md', 'utf8'), readFileSync('docs/benchmarks.md', 'utf8')].join('\n');
  const named = [...docs.matchAll(/npm (?:run )?([a-z][a-z:]*)/g)].map(([, name]) => name ?? '');
  expect(named.filter((name) => !(name in scripts) && name !== 'run')).toEqual([]);
});
