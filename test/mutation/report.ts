/** The report of a run: results by folder and file, and each survivor. */
import { posix } from 'node:path';
import { describeEdit } from './mutants/mutant.ts';
import type { Result } from './run-mutants.ts';
import type { Survivor } from './survivors.ts';

type Score = { name: string; killed: number; endless: number; survived: number; unreached: number };

export type Report = {
  /** The options of the run. */
  run: string;
  results: readonly Result[];
  /** The number of mutants that were left out because no test can kill them. */
  leftOut: number;
  stale: readonly Survivor[];
};

const scoreBy = (results: readonly Result[], nameOf: (result: Result) => string): Score[] => {
  const scores = new Map<string, Score>();
  for (const result of results) {
    const name = nameOf(result);
    const score = scores.get(name) ?? { name, killed: 0, endless: 0, survived: 0, unreached: 0 };
    score[result.fate] += 1;
    scores.set(name, score);
  }
  return [...scores.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

/** The share of killed mutants; an endless mutant counts as killed. */
const percentage = ({ killed, endless, survived, unreached }: Score): string =>
  ((100 * (killed + endless)) / (killed + endless + survived + unreached)).toFixed(1);

const byFile = ({ mutant }: Result) => mutant.file;
const byFolder = ({ mutant }: Result) => posix.dirname(mutant.file);
const hasLived = ({ fate }: Result) => fate === 'survived' || fate === 'unreached';

const HEAD = ['| | mutants | killed | endless | survived | unreached | score |', '|---|---|---|---|---|---|---|'];

function row(score: Score): string {
  const { name, killed, endless, survived, unreached } = score;
  const all = killed + endless + survived + unreached;
  return `| ${[name, all, killed, endless, survived, unreached, `${percentage(score)} %`].join(' | ')} |`;
}

/** `file:line:col  original → replacement`, with the operator and the id for the list of survivors. */
export function survivorLine({ mutant, fate }: Result): string {
  const { file, line, column, operator, id } = mutant;
  const why = fate === 'unreached' ? ', unreached' : '';
  return `${file}:${line}:${column}  ${describeEdit(mutant)}  (${operator}${why}, ${id.slice(file.length)})`;
}

export function reportLines({ run, results, leftOut, stale }: Report): string[] {
  const survivors = results.filter(hasLived).map(survivorLine);
  return [
    '# Mutation testing',
    '',
    run,
    '',
    ...[...HEAD, ...scoreBy(results, () => 'all').map(row)],
    '',
    `Left out, as no test can kill them: ${leftOut}.`,
    ...stale.map(({ id, change }) => `STALE entry of survivors.ts, it matches no mutant: ${id}  ${change}`),
    ...['', '## By folder', '', ...HEAD, ...scoreBy(results, byFolder).map(row)],
    ...['', '## By file', '', ...HEAD, ...scoreBy(results, byFile).map(row)],
    ...['', '## Survivors', '', ...(survivors.length === 0 ? ['None.'] : ['```text', ...survivors, '```'])],
  ];
}
