/** Compiles all mutants of a file into it, each behind a switch. A mutant that is off costs one function call. */
import { applyEdit, type Host, type Mutant, type SourceFile } from './mutant.ts';
import { SWITCH } from './switch.ts';
import { parse } from './syntax.ts';

type Numbered = { number: number; mutant: Mutant };
type Choice = Host & { mutants: Numbered[]; inner: Choice[] };

/** `numbers` holds the number that switches each mutant on. @throws Error when a mutant has no number. */
export function compileMutants({ file, source, mutants }: SourceFile, numbers: ReadonlyMap<string, number>): string {
  const choices = new Map<string, Choice>();
  for (const mutant of mutants) {
    const number = numbers.get(mutant.id);
    if (number === undefined) throw new Error(`${mutant.id} has no number`);
    const { host } = mutant;
    const key = `${host.start}-${host.end}-${host.kind}`;
    const choice = choices.get(key) ?? { ...host, mutants: [], inner: [] };
    choice.mutants.push({ number, mutant });
    choices.set(key, choice);
  }
  const compiled = write(source, { start: 0, end: source.length }, nest([...choices.values()]));
  parse(`${file} with its mutants`, compiled);
  return compiled;
}

/** Nests choices as their code is nested; returns the outermost ones. */
function nest(choices: readonly Choice[]): Choice[] {
  const outermost: Choice[] = [];
  const open: Choice[] = [];
  // A statement contains the expression with the same range.
  const rank = ({ kind }: Choice) => (kind === 'statement' ? 0 : 1);
  for (const choice of choices.toSorted((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b))) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= choice.start) open.pop();
    (open.at(-1)?.inner ?? outermost).push(choice);
    open.push(choice);
  }
  return outermost;
}

function write(source: string, { start, end }: { start: number; end: number }, choices: readonly Choice[]): string {
  let text = '';
  let at = start;
  for (const choice of choices) {
    text += source.slice(at, choice.start) + writeChoice(source, choice);
    at = choice.end;
  }
  return text + source.slice(at, end);
}

/** The branch of a mutant has no further switches, because only one mutant is on at a time. */
function writeChoice(source: string, choice: Choice): string {
  const original = write(source, choice, choice.inner);
  const branches = choice.mutants.map(({ number, mutant }) => ({
    on: `${SWITCH}(${number})`,
    code: mutated(source, mutant),
  }));
  if (choice.kind === 'statement')
    return `{ ${branches.map(({ on, code }) => `if (${on}) { ${code} } else `).join('')}{ ${original} } }`;
  return `(${branches.map(({ on, code }) => `${on} ? (${code}) : `).join('')}(${original}))`;
}

function mutated(source: string, { host, start, end, replacement }: Mutant): string {
  const edit = { start: start - host.start, end: end - host.start, replacement };
  return applyEdit(source.slice(host.start, host.end), edit);
}
