/** The lists that decide how a test file runs name files that exist, even after files have moved. */
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { UNIT } from '#test/support/unit-tests.ts';
import config, { RANDOM, TABLE } from '../vitest.config.ts';

/** `a/{b,c}` stands for `a/b` and `a/c`. */
function alternatives(pattern: string): string[] {
  const [whole, names] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || names === undefined) return [pattern];
  return names.split(',').flatMap((name) => alternatives(pattern.replace(whole, name)));
}

it.each([...UNIT, ...TABLE, ...Object.values(RANDOM).flat()].flatMap(alternatives))(
  'the test project pattern %s matches test files',
  (pattern) => {
    expect(globSync(pattern)).not.toEqual([]);
  },
);

it('every test that npm run test:long repeats is also a test of npm test', () => {
  const filesOf = (patterns: readonly string[]) => patterns.flatMap((pattern) => globSync(pattern));
  const [unit, table] = [filesOf(UNIT), filesOf(TABLE)];
  expect(unit).toEqual(expect.arrayContaining(filesOf(RANDOM.unit)));
  expect(table).toEqual(expect.arrayContaining(filesOf(RANDOM.table)));
  for (const file of filesOf(RANDOM.integration)) expect([...unit, ...table]).not.toContain(file);
});

it('the tests of a package that a tool has brought are not ours', () => {
  const file = 'test/clients/tools/node_modules/a-package/test/its-own.test.ts';
  const isIn = (patterns: readonly string[] = []) => patterns.some((pattern) => matchesGlob(file, pattern));
  const projects = (config as { test: { projects: { test: { include: string[]; exclude?: string[] } }[] } }).test
    .projects;
  expect(projects.length).toBeGreaterThan(0);
  for (const { test } of projects) expect(isIn(test.include) && !isIn(test.exclude)).toBe(false);
});
