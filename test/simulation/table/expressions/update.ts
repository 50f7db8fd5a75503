/** Updates: `SET events = list_append(events, :events) REMOVE nextRunAt ADD receiptIds :ids`. */
import { invalid } from '#test/simulation/table/refusals.ts';
import { copy, type Item, typeOf, type Value } from '#test/simulation/table/value.ts';
import {
  type Path,
  pathOperand,
  readOperand,
  readPath,
  refuseOverlap,
  removeAt,
  resolvePath,
  setAt,
  valueAt,
} from './path.ts';
import { type Operand, type Placeholders, type Scope, type Tokens, tokensOf } from './scope.ts';

function present(value: Value | undefined): Value {
  if (value === undefined)
    throw invalid('The provided expression refers to an attribute that does not exist in the item');
  return value;
}

function numeric(value: Value | undefined): number {
  if (typeof present(value) === 'number') return value as number;
  throw invalid('An operand in the update expression has an incorrect data type');
}

function readSum(tokens: Tokens): Operand {
  const left = readTerm(tokens);
  const sign = tokens.take('+') ? 1 : tokens.take('-') ? -1 : 0;
  if (sign === 0) return left;
  const right = readTerm(tokens);
  return (scope) => numeric(left(scope)) + sign * numeric(right(scope));
}

function readTerm(tokens: Tokens): Operand {
  if (tokens.take('IF_NOT_EXISTS'))
    return readPair(tokens, (value, otherwise) => (value === undefined ? otherwise : value));
  if (tokens.take('LIST_APPEND')) return readPair(tokens, listAppend);
  if (!tokens.take('(')) return readOperand(tokens);
  const inner = readSum(tokens);
  tokens.expect(')');
  return inner;
}

function readPair(tokens: Tokens, of: (a: Value | undefined, b: Value | undefined) => Value | undefined): Operand {
  tokens.expect('(');
  const first = readTerm(tokens);
  tokens.expect(',');
  const second = readTerm(tokens);
  tokens.expect(')');
  return (scope) => of(first(scope), second(scope));
}

function listAppend(a: Value | undefined, b: Value | undefined): Value {
  const [before, after] = [present(a), present(b)];
  if (!Array.isArray(before) || !Array.isArray(after))
    throw invalid('An operand in the update expression has an incorrect data type');
  return [...before, ...after];
}

/** Text sets and number sets cannot be combined. */
const isLike = (before: Value | undefined, set: Value): boolean =>
  before === undefined || typeOf(before) === typeOf(set);

function sumOrUnion(before: Value | undefined, added: Value): Value {
  if (typeof added === 'number') return before === undefined ? added : numeric(before) + added;
  if (!(added instanceof Set) || !isLike(before, added))
    throw invalid('An operand in the update expression has an incorrect data type');
  return new Set([...((before as Set<string> | undefined) ?? []), ...added]) as Value;
}

/** DynamoDB has no empty sets: undefined removes the attribute instead. */
function difference(before: Value | undefined, taken: Value): Value | undefined {
  if (!(taken instanceof Set) || !isLike(before, taken))
    throw invalid('An operand in the update expression has an incorrect data type');
  const left = [...((before as Set<string> | undefined) ?? [])].filter((each) => !taken.has(each));
  return left.length === 0 ? undefined : new Set(left);
}

/** One change: a value to set, or undefined to remove the attribute. */
type Change = { path: Path; value: (scope: Scope) => Value | undefined };

const compiled = new Map<string, readonly Change[]>();

/** The item after an update; all values are read from the item before it. */
export function updated(before: Item, expression: string, placeholders: Placeholders): Item {
  const scope = { item: before, ...placeholders };
  const changes = changesOf(expression).map(({ path, value }) => ({
    path: resolvePath(path, placeholders),
    value: value(scope),
  }));
  const after = copy(before);
  for (const { path, value } of keepingPlaces(changes, before)) {
    if (value === undefined) removeAt(after, path);
    else setAt(after, path, copy(value));
  }
  return after;
}

type Resolved = { path: Path; value: Value | undefined };

/**
 * Indexes of a list refer to the list before the update. So elements are removed from the end first,
 * and values past the end are appended last, in the order of their indexes.
 */
function keepingPlaces(changes: readonly Resolved[], before: Item): readonly Resolved[] {
  if (changes.every(({ path }) => typeof path.at(-1) !== 'number')) return changes;
  const rank = ({ path, value }: Resolved): [turn: number, ref: number] => {
    const last = path.at(-1);
    const ref = typeof last === 'number' ? last : 0;
    if (value === undefined) return [1, -ref];
    return typeof last === 'number' && valueAt(before, path) === undefined ? [2, ref] : [0, 0];
  };
  const ranked = changes.map((change) => ({ change, rank: rank(change) }));
  return ranked.toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]).map(({ change }) => change);
}

/** The top-level attributes that an update changes; `UPDATED_NEW` of their parts is not simulated. */
export function touchedBy(expression: string, placeholders: Placeholders): string[] {
  const paths = changesOf(expression).map(({ path }) => resolvePath(path, placeholders));
  if (paths.some((path) => path.length > 1)) throw new Error('UPDATED_NEW of a part is not simulated');
  return paths.map(([name]) => String(name));
}

/** Refuses an update that is invalid for any item. */
export function refuseImpossible(expression: string, placeholders: Placeholders): void {
  const paths = changesOf(expression).map(({ path }) => resolvePath(path, placeholders));
  refuseOverlap(paths);
  if (paths.some(([name]) => name === 'pk' || name === 'sk'))
    throw invalid(
      'One or more parameter values were invalid: Cannot update attribute. This attribute is part of the key',
    );
}

function changesOf(expression: string): readonly Change[] {
  const known = compiled.get(expression);
  if (known !== undefined) return known;
  const tokens = tokensOf(expression);
  const changes: Change[] = [];
  while (tokens.peek() !== undefined) {
    const clause = CLAUSES[tokens.next().toUpperCase()];
    if (clause === undefined) throw invalid(`Syntax error: ${expression}`);
    do changes.push(clause(tokens));
    while (tokens.take(','));
  }
  compiled.set(expression, changes);
  return changes;
}

const CLAUSES: Record<string, (tokens: Tokens) => Change> = {
  SET: (tokens) => {
    const path = readPath(tokens);
    tokens.expect('=');
    const value = readSum(tokens);
    return { path, value: (scope) => present(value(scope)) };
  },
  REMOVE: (tokens) => ({ path: readPath(tokens), value: () => undefined }),
  ADD: (tokens) => {
    const path = readPath(tokens);
    const [before, added] = [pathOperand(path), readOperand(tokens)];
    return { path, value: (scope) => sumOrUnion(before(scope), present(added(scope))) };
  },
  DELETE: (tokens) => {
    const path = readPath(tokens);
    const [before, taken] = [pathOperand(path), readOperand(tokens)];
    return { path, value: (scope) => difference(before(scope), present(taken(scope))) };
  },
};
