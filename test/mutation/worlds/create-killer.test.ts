/** The portions of worlds in which a mutant is tried. */
import { expect, it } from 'vitest';
import { trialsOf } from './create-killer.ts';

it('a mutant is tried in few worlds first, and in the rest only when it survives', () => {
  expect(trialsOf(10)).toEqual(['seeds 1 to 10']);
  expect(trialsOf(60)).toEqual(['seeds 1 to 20', 'seeds 21 to 60']);
  expect(trialsOf(400)).toEqual(['seeds 1 to 20', 'seeds 21 to 100', 'seeds 101 to 400']);
});

it('a mutant that is tried in no world is an error', () => {
  expect(() => trialsOf(0)).toThrow('A mutant needs at least one world');
});
