/** Generates the mutants of a source file: each change that an operator finds, once and in the order of the text. */
import { createHash } from 'node:crypto';
import type { Node } from 'oxc-parser';
import { hostOf } from './host.ts';
import { applyEdit, type Edit, type Mutant, type SourceFile } from './mutant.ts';
import { CONDITIONS } from './operators/conditions.ts';
import { LISTS } from './operators/lists.ts';
import type { Change, Operators } from './operators/operator.ts';
import { STATEMENTS } from './operators/statements.ts';
import { VALUES } from './operators/values.ts';
import { parse, walk } from './syntax.ts';

const OPERATORS: readonly Operators[] = [CONDITIONS, VALUES, LISTS, STATEMENTS];

/** @throws Error when the file or one of its mutants is not TypeScript, or when a change changes nothing. */
export function generateMutants(file: string, source: string): SourceFile {
  const changes = [...walk(parse(file, source))].flatMap((node) => changesOf(node, source));
  const once = new Map(
    changes.map((change) => [JSON.stringify(editOf(change)), change]).reverse() as [string, Change][],
  );
  const ordered = [...once.values()].sort((a, b) => a.start - b.start || a.end - b.end || compare(a, b));
  const ids = new Map<string, number>();
  const mutants = ordered.map((change) => toMutant({ file, source, change, ids }));
  for (const mutant of mutants) check(mutant, source);
  return { file, source, mutants };
}

function changesOf(node: Node, source: string): Change[] {
  const text = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  return OPERATORS.flatMap((operators) => {
    const find = operators[node.type] as ((node: Node, of: typeof text) => Change[]) | undefined;
    return find?.(node, text) ?? [];
  });
}

const editOf = ({ start, end, replacement }: Edit): Edit => ({ start, end, replacement });
const compare = (a: Change, b: Change) => (a.replacement < b.replacement ? -1 : 1);

type Found = { file: string; source: string; change: Change; ids: Map<string, number> };

function toMutant({ file, source, change, ids }: Found): Mutant {
  const { operator, within, start, end, replacement } = change;
  const original = source.slice(start, end);
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const lineText = source.slice(lineStart, source.indexOf('\n', start)).trim();
  const hash = createHash('sha256')
    .update([operator, original, replacement, lineText].join('\0'))
    .digest('hex')
    .slice(0, 8);
  const earlier = ids.get(hash) ?? 0;
  ids.set(hash, earlier + 1);
  return {
    id: `${file}#${hash}${earlier > 0 ? `-${earlier + 1}` : ''}`,
    ...{ file, operator, start, end, replacement, original },
    line: source.slice(0, start).split('\n').length,
    column: start - lineStart + 1,
    host: hostOf(within),
  };
}

function check(mutant: Mutant, source: string): void {
  const { id, host, start, end, original, replacement } = mutant;
  if (original === replacement) throw new Error(`${id} changes nothing`);
  if (start < host.start || end > host.end) throw new Error(`${id} is outside of what would be switched`);
  parse(id, applyEdit(source, mutant));
}
