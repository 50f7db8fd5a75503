/** The report that `npm run mutate` prints. */
import { expect, it } from 'vitest';
import { sample } from './choose-mutants.ts';
import { generateMutants } from './mutants/generate.ts';
import { reportLines } from './report.ts';
import type { Result } from './run-mutants.ts';

const { mutants } = generateMutants('lib/domain/a.ts', 'f(1);\n  f(a < b);');
const results: Result[] = mutants.map((mutant, index) => ({
  mutant,
  fate: (['killed', 'survived', 'endless', 'unreached'] as const)[index] ?? 'killed',
}));
const stale = [{ id: 'lib/domain/a.ts#00000000', change: '1 → 2', reason: 'is gone' }];
const lines = reportLines({ run: 'A run.', results, leftOut: 2, stale });

it('the report counts killed mutants and all mutants, by file and by folder', () => {
  expect(mutants.map(({ operator }) => operator)).toEqual([
    'statement',
    'number',
    'number',
    'statement',
    'comparison',
    'comparison',
  ]);
  expect(lines).toContain('| lib/domain/a.ts | 6 | 3 | 1 | 1 | 1 | 66.7 % |');
  expect(lines).toContain('| lib/domain | 6 | 3 | 1 | 1 | 1 | 66.7 % |');
});

it('the report shows each survivor with its position, its change and its id', () => {
  const survivors = lines.filter((line) => line.startsWith('lib/domain/a.ts:'));
  expect(survivors).toHaveLength(2);
  expect(survivors[0]).toMatch(/^lib\/domain\/a\.ts:1:3 {2}1 → 0 {2}\(number, #[0-9a-f]{8}\)$/);
  expect(survivors[1]).toContain('unreached');
});

it('the report names stale entries of the list of survivors', () => {
  expect(lines.join('\n')).toContain(
    'STALE entry of survivors.ts, it matches no mutant: lib/domain/a.ts#00000000  1 → 2',
  );
});

it('a sample is the same for the same seed, differs for another seed, and keeps the order of the mutants', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  expect(sample(all, 10, 1)).toEqual(sample(all, 10, 1));
  expect(sample(all, 10, 1)).not.toEqual(sample(all, 10, 2));
  expect(sample(all, 10, 1)).toEqual(sample(all, 10, 1).toSorted((a, b) => a - b));
  expect(sample(all, 1000, 1)).toEqual(all);
});
