/** Compiled mutants: a mutant that is off changes nothing, and one that is on does what its change says. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { compileMutants } from './compile.ts';
import { generateMutants } from './generate.ts';
import { applyEdit, describeEdit, type Mutant } from './mutant.ts';
import { countAsked, SWITCH, switchOn } from './switch.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, SWITCH);
});

const numbersOf = (mutants: readonly Mutant[]) => new Map(mutants.map(({ id }, number) => [id, number]));

/** The result of a function body, or the error it throws. */
function outcomeOf(body: string): unknown {
  try {
    return new Function(stripTypeScriptTypes(`${body}`))();
  } catch (error) {
    return (error as Error).name;
  }
}

/** Each piece of code stores its result in `answer`. */
const CODE = [
  `const answer = [3, 4].map((x) => x + 1).find((x) => x > 1 && x < 9) ?? 0;`,
  `const a: { b?: { c: (n: number) => number } } = { b: { c: (n) => n * 2 } };\nconst answer = a?.b?.c(2).toFixed(1).padStart(5);`,
  `const rest = [1, 2], given = { x: 1, y: [0, ...rest] };\nconst answer = { ...given, z: Math.max(...rest, 7), s: \`a\${rest[0]} b\` };`,
  `let answer = 0;\nfor (let i = 0; i < 3; i += 1) { if (i === 1) continue; answer += i; }`,
  `const f = (x: unknown) => { if (typeof x !== 'string') throw new TypeError('no'); return x.trim(); };\nlet answer = '';\ntry { answer = f(1); } catch { answer = f(' b '); }`,
  `class A { n = 1; constructor(m: number) { this.n += m; } get() { return -this.n; } }\nconst answer = new A(2).get() as number;`,
  `const answer = ['a1', 'b'].filter((s) => /^[a-z]\\d?$/.test(s)).map((s) => (s.startsWith('a') ? s.toUpperCase() : s));`,
  `const n: number | undefined = 5;\nconst answer = [n!, !n, n satisfies number, delete ({ n } as { n?: number }).n];`,
];

describe('a compiled mutant', () => {
  it.each(CODE)(
    'a compiled mutant does what the changed text does when it is on, and nothing when it is off: %s',
    (code) => {
      const { source, mutants, ...rest } = generateMutants('a.ts', code);
      const compiled = `${compileMutants({ ...rest, source, mutants }, numbersOf(mutants))}\nreturn answer;`;
      countAsked(mutants.length);
      expect(outcomeOf(compiled)).toEqual(outcomeOf(`${source}\nreturn answer;`));
      for (const [number, mutant] of mutants.entries()) {
        switchOn(number, 10_000);
        const isEndless = /continue|i \+= 1|i -= 1/.test(describeEdit(mutant)) || mutant.operator === 'number';
        const direct =
          isEndless && code.includes('for (') ? undefined : outcomeOf(`${applyEdit(source, mutant)}\nreturn answer;`);
        if (direct !== undefined) expect(outcomeOf(compiled), describeEdit(mutant)).toEqual(direct);
      }
    },
  );
});

it('a source file of this repository compiles with all of its mutants', () => {
  const file = 'lib/use-cases/run-follow-up.ts';
  const generated = generateMutants(file, readFileSync(file, 'utf8'));
  const compiled = compileMutants(generated, numbersOf(generated.mutants));
  expect(compiled.match(new RegExp(SWITCH, 'g'))).toHaveLength(generated.mutants.length);
});

it('compiling a mutant without a number is an error', () => {
  expect(() => compileMutants(generateMutants('a.ts', 'f(1);'), new Map())).toThrow('has no number');
});

it('the mutants that code reaches are counted each time they are reached', () => {
  const generated = generateMutants(
    'a.ts',
    'const g = () => 7; for (const x of [0, 0]) x; if (answer) g(); var answer;',
  );
  const compiled = compileMutants(generated, numbersOf(generated.mutants));
  const { take } = countAsked(generated.mutants.length);
  new Function(compiled)();
  const asked = new Map(take());
  const timesAsked = (original: string) =>
    generated.mutants.flatMap((mutant, number) => (mutant.original === original ? [asked.get(number)] : []));
  expect(timesAsked('x;')).toEqual([2]);
  expect(timesAsked('7')).toEqual([undefined, undefined]);
  expect(take()).toEqual([]);
});

it('a mutant in an endless loop is stopped by an error and marked as endless', () => {
  const { isEndless } = switchOn(0, 100);
  const isOn = Reflect.get(globalThis, SWITCH) as (number: number) => boolean;
  for (let asked = 0; asked < 100; asked += 1) isOn(1);
  expect(isEndless()).toBe(false);
  expect(() => isOn(1)).toThrow('does not end');
  expect(isEndless()).toBe(true);
});
