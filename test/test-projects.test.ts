/** The lists that decide how a test file runs name files that exist, even after files have moved. */
import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { SCREEN_PROJECT, TABLE, UNIT } from '#test/support/test-projects.ts';
import config from '../vitest.config.ts';

/** `a/{b,c}` stands for `a/b` and `a/c`. */
function alternatives(pattern: string): string[] {
  const [whole, names] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || names === undefined) return [pattern];
  return names.split(',').flatMap((name) => alternatives(pattern.replace(whole, name)));
}

it('every pattern of a test project matches test files', () => {
  expect(
    [...UNIT, ...TABLE, ...SCREEN_PROJECT.test.include]
      .flatMap(alternatives)
      .filter((pattern) => globSync(pattern).length === 0),
  ).toEqual([]);
});

it('the tests of a package that a tool has brought are not ours', () => {
  const file = 'test/clients/tools/node_modules/a-package/test/its-own.test.ts';
  const isIn = (patterns: readonly string[] = []) => patterns.some((pattern) => matchesGlob(file, pattern));
  const projects = (config as { test: { projects: { test: { include: string[]; exclude?: string[] } }[] } }).test
    .projects;
  expect(projects.length).toBeGreaterThan(0);
  for (const { test } of projects) expect(isIn(test.include) && !isIn(test.exclude)).toBe(false);
});
