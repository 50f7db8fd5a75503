/** Runs `npm run mutate` on a file whose test leaves some mutants alive. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseMutants } from './choose-mutants.ts';
import { describeEdit } from './mutants/mutant.ts';
import type { Result } from './run-mutants.ts';

const FILE = 'test/mutation/fixture/gate.ts';
let output: string;

const mutate = (...args: string[]) =>
  spawnSync(process.execPath, ['test/mutation/main.ts', ...args, '--output', output], { encoding: 'utf8' });

beforeAll(() => {
  output = mkdtempSync(join(tmpdir(), 'mutation-'));
});
afterAll(() => rmSync(output, { recursive: true }));

it('each mutant of a file is killed, survives or is unreached, whether it acts when its module is loaded or when a function is called', () => {
  const { status, stderr } = mutate(FILE);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { results } = JSON.parse(readFileSync(join(output, 'report.json'), 'utf8')) as { results: Result[] };
  const fates = Object.groupBy(results, ({ fate }) => fate);
  const changes = (fate: Result['fate']) => fates[fate]?.map(({ mutant }) => describeEdit(mutant)).toSorted();
  expect(changes('survived')).toEqual([
    ', double → (nothing)',
    '0 → -1',
    '0 → 1',
    '10 → 11',
    '10 → 9',
    'amount >= 10 → amount > 10',
  ]);
  expect(changes('unreached')).toEqual(['2 → 1', '2 → 3', 'amount * 2 → amount / 2', 'amount * 2 → undefined']);
  expect(changes('endless')).toEqual(['1 → 0', 'count += 1 → count -= 1', 'count += 1; → ;']);
  expect(changes('killed')).toEqual(
    expect.arrayContaining([`'small' → ''`, `['small', 'big'] → []`, 'count < limit → false']),
  );
});

it('a sample is the same for the same seed, and only a part of the mutants', () => {
  const { chosen, numbers } = chooseMutants([FILE], { size: 2, seed: 7 });
  expect(chosen).toHaveLength(2);
  expect(numbers.size).toBeGreaterThan(20);
  expect(chooseMutants([FILE], { size: 2, seed: 7 }).chosen).toEqual(chosen);
});

it('the worlds of the simulator can take the place of the unit tests, for a sample of the mutants, and the report says so', () => {
  const worlds = ['--killer', 'worlds', '--worlds', '1', '--workers', '1'];
  const { stdout } = mutate('lib/domain/ids.ts', '--sample', '2', '--seed', '7', ...worlds);
  expect(stdout).toMatch(/a sample of 2 of \d+ \(seed 7\)/);
  expect(stdout).toContain('by 1 worlds');
  expect(stdout).toContain('| all | 2 |');
});

it.each([
  [['lib/no-such-folder'], 'lib/no-such-folder does not exist'],
  [['docs'], 'docs holds no TypeScript'],
  [['test/mutation/killer.ts'], 'There is nothing to mutate in test/mutation/killer.ts'],
  [[FILE, '--sample', 'x'], '--sample is a whole number above 0'],
  [[FILE, '--killer', 'x'], '--killer is unit-tests or worlds'],
  [[FILE, '--killer', 'worlds', '--worlds', '0'], '--worlds is a whole number above 0'],
])('a mutation run with the arguments %s is an error', (args, message) => {
  const { status, stderr } = mutate(...args);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});
