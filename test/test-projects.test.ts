/** The lists that decide how a test file runs name files that exist, even after files have moved. */
import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { UNIT } from '#test/support/unit-tests.ts';
import { RANDOM, TABLE } from '../vitest.config.ts';

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
