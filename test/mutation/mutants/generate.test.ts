/** The mutants of pieces of code, and their positions. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateMutants } from './generate.ts';
import { applyEdit, describeEdit } from './mutant.ts';

const mutantsOf = (source: string) => generateMutants('a.ts', source).mutants;
const changesTo = (source: string) => mutantsOf(source).map(describeEdit);
const changesBy = (operator: string, source: string) =>
  mutantsOf(source)
    .filter((mutant) => mutant.operator === operator)
    .map(describeEdit);

const TEMPLATE = 'f(`a $' + '{b} c`)';
const TEMPLATE_WITHOUT_TEXT = 'f(`$' + '{b}`)';

describe('the operator', () => {
  it.each<[string, string, string[]]>([
    ['comparison', 'f(a < b)', ['a < b → a <= b', 'a < b → a >= b']],
    ['comparison', 'f(a >= b)', ['a >= b → a < b', 'a >= b → a > b']],
    ['comparison', 'f(a === b)', ['a === b → a !== b']],
    ['logic', 'f(a && b)', ['a && b → a', 'a && b → a || b', 'a && b → b']],
    ['logic', 'f(a ?? b)', ['a ?? b → a', 'a ?? b → b']],
    ['condition', 'if (a) f()', ['a → false', 'a → true']],
    ['condition', 'while (a()) f()', ['a() → false']],
    ['condition', 'f((x) => x > 1)', ['x > 1 → false', 'x > 1 → true']],
    ['negation', 'f(!a)', ['!a → a']],
    ['optional chain', 'f(a?.b)', ['?. → .']],
    ['optional chain', 'f(a?.[b], c?.(d))', ['?. → (nothing)', '?. → (nothing)']],
    ['arithmetic', 'f(a + b)', ['a + b → a - b']],
    ['arithmetic', 'a += b', ['a += b → a -= b']],
    ['arithmetic', 'a++', ['a++ → a--']],
    ['arithmetic', 'f(-a)', ['-a → a']],
    ['number', 'f(60_000)', ['60_000 → 59999', '60_000 → 60001']],
    ['number', 'f(-1)', ['-1 → -2', '-1 → 0']],
    ['number', 'f(2n)', ['2n → 1n', '2n → 3n']],
    ['boolean', 'f(true)', ['true → false']],
    ['text', `f('a', '')`, [`'a' → ''`, `'' → 'mutant'`]],
    ['text', TEMPLATE, ['a  → (nothing)', ' c → (nothing)']],
    ['text', TEMPLATE_WITHOUT_TEXT, [`${TEMPLATE_WITHOUT_TEXT.slice(2, -1)} → \`\``]],
    ['regular expression', 'f(/^a$/)', ['/^a$/ → /^a/', '/^a$/ → /a$/']],
    [
      'regular expression',
      'f(/[ab]\\d{2}/g)',
      [
        '/[ab]\\d{2}/g → /[^ab]\\d{2}/g',
        '/[ab]\\d{2}/g → /[ab]\\D{2}/g',
        '/[ab]\\d{2}/g → /[ab]\\d{1}/g',
        '/[ab]\\d{2}/g → /[ab]\\d{2}/',
        '/[ab]\\d{2}/g → /[ab]\\d{3}/g',
      ],
    ],
    ['list', 'f([a, ...b])', [', ...b → (nothing)', '[a, ...b] → []']],
    ['list', 'f(a, ...b)', [', ...b → (nothing)']],
    ['object', 'f({ a, b: 1, ...c })', ['{ a, b: 1, ...c } → {}', 'a,  → (nothing)', ', ...c → (nothing)']],
    ['method', 'f(a.find(b))', ['find → findLast']],
    ['method', 'f(Math.min(a, b))', ['min → max']],
    ['method', 'f(a.filter(b))', ['.filter(b) → (nothing)']],
    ['method', 'f(a[0])', ['a[0] → a.at(-1)']],
    ['statement', 'f(); g();', ['f(); → ;', 'g(); → ;']],
    ['statement', 'function f() { throw a; }', ['throw a; → ;']],
    ['body', 'function f() { return a; }', ['{ return a; } → {}']],
    ['body', 'f(() => g())', ['g() → undefined']],
    ['body', 'try { f(); } catch { g(); }', ['{ f(); } → {}', '{ g(); } → {}']],
  ])('the operator "%s" finds every change to %s', (operator, source, changes) => {
    expect(changesBy(operator, source).toSorted()).toEqual(changes.toSorted());
  });
});

it('an index of the first element is mutated to the last, and the other way round', () => {
  expect(changesTo('f(due.at(-1), due.at(0))')).toEqual(expect.arrayContaining(['-1 → 0', '0 → -1']));
});

it.each([
  `import a from 'a';`,
  `export * from 'a';`,
  `import('a');`,
  `type A = { a: 'b' | 1; c(): true };`,
  `'use strict';`,
  `let { a, 'b': c } = d;`,
])('code without runtime values has no mutants of values: %s', (source) => {
  expect(changesTo(source).filter((change) => change !== `import('a'); → ;`)).toEqual([]);
});

it('type annotations are not mutated, and the values inside them are', () => {
  expect(
    changesTo(`f(<const T>(a: 1) => ['b'] as const satisfies 'c'[]);`).filter((change) => change.includes("'b'")),
  ).toContain(`'b' → ''`);
  expect(changesTo(`const a: 'x' = b as 'y';`)).toEqual([]);
});

it('a mutant has its line, column and offsets, also after characters of more than one byte', () => {
  const source = `/* ’é😀 */\nconst a = 1;\n  f(a < b);\n`;
  const mutant = mutantsOf(source).find(({ operator }) => operator === 'comparison');
  expect(mutant).toMatchObject({ file: 'a.ts', line: 3, column: 5, original: 'a < b', replacement: 'a <= b' });
  expect(mutant && source.slice(mutant.start, mutant.end)).toBe('a < b');
  expect(mutant && applyEdit(source, mutant)).toBe(source.replace('<', '<='));
});

it('mutants are in the order of the text, and two operators that make the same change make one mutant', () => {
  const mutants = mutantsOf('f(a[0], () => !b, () => undefined);');
  expect(mutants.map(({ start }) => start)).toEqual(mutants.map(({ start }) => start).toSorted((a, b) => a - b));
  expect(new Set(mutants.map(({ start, end, replacement }) => `${start} ${end} ${replacement}`)).size).toBe(
    mutants.length,
  );
});

it('every mutant has a unique id, even when a line has the same change twice', () => {
  const ids = mutantsOf('f(1, 1); f(1, 1);\nf(1, 1);').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a mutant keeps its id when other lines change, and gets another id when its own line changes', () => {
  const idOf = (source: string) => mutantsOf(source).find(({ original }) => original === 'a < b')?.id;
  expect(idOf('g(1);\n\n  if (a < b) f();')).toBe(idOf('if (a < b) f();'));
  expect(idOf('if (a < b) g();')).not.toBe(idOf('if (a < b) f();'));
});

it('generating mutants of a file that does not parse is an error', () => {
  expect(() => mutantsOf('const = 1;')).toThrow('a.ts does not parse');
});

describe('the decision on a due follow-up has the mutant', () => {
  const file = 'lib/domain/follow-up/decide.ts';
  const changes = generateMutants(file, readFileSync(file, 'utf8')).mutants.map(describeEdit);

  it.each([
    ['the oldest of several late slots is sent', 'lateness(slot) > LATE && lateness(slot + 1) >= -EARLY → false'],
    [
      'a slot that is not late is skipped',
      'lateness(slot) > LATE && lateness(slot + 1) >= -EARLY → lateness(slot + 1) >= -EARLY',
    ],
    ['a late slot is sent at night', 'isNight && lateness(slot) > LATE → false'],
    ['a slot is sent at night', '!isOpen(hoursOf(plan, slot), now) → isOpen(hoursOf(plan, slot), now)'],
    ['a slot is sent before the opening', 'isNight && lateness(slot) < 0 → false'],
  ])('the decision on a due follow-up has a mutant in which %s', (_mistake, change) => {
    expect(changes).toContain(change);
  });
});
