/** The list of equivalent mutants, which no test can kill. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateMutants } from './mutants/generate.ts';
import { describeEdit } from './mutants/mutant.ts';
import { leaveOut, WORLDS_SURVIVORS } from './survivors.ts';

const { mutants } = generateMutants('a.ts', 'f(a < b);');
const isThere = () => false;
const entries = mutants.map((mutant) => ({ id: mutant.id, change: describeEdit(mutant), reason: 'the same' }));
const [first] = entries;

it('a survivor that is listed is left out, and every other mutant stays', () => {
  const { mutants: left, survivors, stale } = leaveOut(mutants, first ? [first] : [], isThere);
  expect(survivors).toEqual(mutants.slice(0, 1));
  expect(left).toEqual(mutants.slice(1));
  expect(stale).toEqual([]);
});

it('an entry is stale when its id or its change matches no mutant, or when its file does not exist', () => {
  const wrongId = { id: 'a.ts#00000000', change: 'a < b → a <= b', reason: '' };
  const wrongChange = { id: first?.id ?? '', change: 'a < b → a > b', reason: '' };
  const ofAnother = { id: 'gone.ts#00000000', change: '1 → 2', reason: '' };
  const list = [wrongId, wrongChange, ofAnother];
  expect(leaveOut(mutants, list, isThere)).toEqual({ mutants, survivors: [], stale: [wrongId, wrongChange] });
  expect(leaveOut(mutants, list, () => true).stale).toEqual(list);
});

it('every listed survivor has a reason and matches a mutant of the source', () => {
  const files = [...new Set(WORLDS_SURVIVORS.map(({ id }) => id.split('#')[0] ?? ''))].filter((file) =>
    existsSync(file),
  );
  const all = files.flatMap((file) => generateMutants(file, readFileSync(file, 'utf8')).mutants);
  expect(leaveOut(all, WORLDS_SURVIVORS, (file) => !existsSync(file)).stale).toEqual([]);
  expect(WORLDS_SURVIVORS.filter(({ reason }) => reason.length < 20)).toEqual([]);
});
