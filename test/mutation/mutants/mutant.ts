/** A mutant: one small change to one source file, and the code that its switch wraps. */

type Span = { start: number; end: number };

/** A change to the text of a file, at UTF-16 offsets. */
export type Edit = Span & { replacement: string };

/** The smallest piece of code around an edit that can be switched at run time. */
export type Host = Span & { kind: 'expression' | 'statement' };

export type Mutant = Edit & {
  /** A hash of the edit and of its line, so that it stays the same when other lines of the file change. */
  id: string;
  file: string;
  operator: string;
  original: string;
  line: number;
  column: number;
  host: Host;
};

export type SourceFile = { file: string; source: string; mutants: readonly Mutant[] };

const MAX_SHOWN = 90;

/** `original → replacement` in one line. */
export const describeEdit = ({ original, replacement }: Mutant): string => `${shown(original)} → ${shown(replacement)}`;

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.trim() === '') return line === '' ? '(nothing)' : '(space)';
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}

export const applyEdit = (source: string, { start, end, replacement }: Edit): string =>
  source.slice(0, start) + replacement + source.slice(end);
