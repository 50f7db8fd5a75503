/** The documents against the code: the chart of states, the npm scripts that they name, where their links lead, and the files that they name. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import openapi from '#docs/openapi.json' with { type: 'json' };
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

it('the README’s endpoints name the last word of every path of the API', () => {
  const [, endpoints = ''] = readme.split('## Endpoints');
  const [table = ''] = endpoints.split('## States');
  const lastWords = Object.keys(openapi.paths).map((path) => path.split('/').findLast((part) => /^[a-z]/.test(part)));
  expect([...new Set(lastWords)].filter((word) => !new RegExp(`/${word}\\b`).test(table))).toEqual([]);
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

const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')];

it('every link within the documents leads to a file that exists', () => {
  const dead = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?![a-z]+:|#|\/)([^)#\s]+)/g)]
      .map(([, path = '']) => join(dirname(file), path))
      .filter((path) => !existsSync(path))
      .map((path) => `${file}: ${path}`),
  );
  expect(dead).toEqual([]);
});

/** Each deployment writes its own. */
const NOT_OURS = ['infra/cdk/stages.private.json'];

it('every file of ours that the documents and the sources name exists', () => {
  const files = [
    ...documents.filter((file) => file !== 'CHANGELOG.md'),
    ...globSync('{functions,lib,infra}/**/*.{ts,tsx}'),
  ];
  const missing = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?<![\w/.-])(?:functions|lib|infra|test|docs)\/[\w/.-]+\.(?:tsx?|mjs|md|json)/g,
      ),
    ]
      .map(([path]) => path)
      .filter((path) => !existsSync(path) && !NOT_OURS.includes(path))
      .map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});
