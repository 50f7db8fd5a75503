/** The values that an update sets: sums, appended lists, and sets with added or deleted elements. */
import { invalid } from '#test/simulation/table/refusals.ts';
import { typeOf, type Value } from '#test/simulation/table/value.ts';
import { readOperand } from './operand.ts';
import type { Operand } from './scope.ts';
import type { Tokens } from './tokens.ts';

export function present(value: Value | undefined): Value {
  if (value === undefined)
    throw invalid('The provided expression refers to an attribute that does not exist in the item');
  return value;
}

function numeric(value: Value | undefined): number {
  if (typeof present(value) === 'number') return value as number;
  throw invalid('An operand in the update expression has an incorrect data type');
}

export function readSum(tokens: Tokens): Operand {
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

export function sumOrUnion(before: Value | undefined, added: Value): Value {
  if (typeof added === 'number') return before === undefined ? added : numeric(before) + added;
  if (!(added instanceof Set) || !isLike(before, added))
    throw invalid('An operand in the update expression has an incorrect data type');
  return new Set([...((before as Set<string> | undefined) ?? []), ...added]) as Value;
}

/** DynamoDB has no empty sets: undefined removes the attribute instead. */
export function difference(before: Value | undefined, taken: Value): Value | undefined {
  if (!(taken instanceof Set) || !isLike(before, taken))
    throw invalid('An operand in the update expression has an incorrect data type');
  const left = [...((before as Set<string> | undefined) ?? [])].filter((each) => !taken.has(each));
  return left.length === 0 ? undefined : new Set(left);
}
