/** Conditions: `attribute_not_exists(pk) OR (size(entries) < :full AND NOT contains(entries, :entry))`. */
import { invalid } from '#test/simulation/table/refusals.ts';
import { compare, isEqual, type Value } from '#test/simulation/table/value.ts';
import { readOperand } from './path.ts';
import { type Operand, type Scope, type Tokens, tokensOf } from './scope.ts';

export type Condition = (scope: Scope) => boolean;

const compiled = new Map<string, Condition>();

export function conditionOf(expression: string): Condition {
  const known = compiled.get(expression);
  if (known !== undefined) return known;
  const tokens = tokensOf(expression);
  const condition = readOr(tokens);
  if (tokens.peek() !== undefined) throw invalid(`Syntax error at ${tokens.peek()}: ${expression}`);
  compiled.set(expression, condition);
  return condition;
}

/** Both sides are always evaluated, because an invalid side is an error whatever the other side returns. */
function readOr(tokens: Tokens): Condition {
  const alternatives = [readAnd(tokens)];
  while (tokens.take('OR')) alternatives.push(readAnd(tokens));
  return alternatives.length === 1
    ? (alternatives[0] as Condition)
    : (scope) => alternatives.some((each) => each(scope));
}

function readAnd(tokens: Tokens): Condition {
  const parts = [readNot(tokens)];
  while (tokens.take('AND')) parts.push(readNot(tokens));
  return parts.length === 1 ? (parts[0] as Condition) : (scope) => parts.every((each) => each(scope));
}

function readNot(tokens: Tokens): Condition {
  if (tokens.take('NOT')) {
    const inner = readNot(tokens);
    return (scope) => !inner(scope);
  }
  if (tokens.take('(')) {
    const inner = readOr(tokens);
    tokens.expect(')');
    return inner;
  }
  return readPredicate(tokens);
}

const PREDICATES: Record<string, (given: (Value | undefined)[]) => boolean> = {
  ATTRIBUTE_EXISTS: ([value]) => value !== undefined,
  ATTRIBUTE_NOT_EXISTS: ([value]) => value === undefined,
  BEGINS_WITH: ([value, start]) => typeof value === 'string' && typeof start === 'string' && value.startsWith(start),
  CONTAINS: ([whole, part]) => contains(whole, part),
};

function contains(whole: Value | undefined, part: Value | undefined): boolean {
  if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part);
  if (whole instanceof Uint8Array) return part instanceof Uint8Array && Buffer.from(whole).includes(Buffer.from(part));
  if (whole instanceof Set) return whole.has(part as string);
  return Array.isArray(whole) && whole.some((each) => isEqual(each, part));
}

function readPredicate(tokens: Tokens): Condition {
  const predicate = PREDICATES[tokens.peek()?.toUpperCase() ?? ''];
  if (predicate === undefined) return readComparison(tokens, readOperand(tokens));
  tokens.next();
  tokens.expect('(');
  const operands = [readOperand(tokens)];
  while (tokens.take(',')) operands.push(readOperand(tokens));
  tokens.expect(')');
  return (scope) => predicate(operands.map((operand) => operand(scope)));
}

/** A missing attribute has no order with any value and is unequal to every value. */
const COMPARISONS: Record<string, (a: Value | undefined, b: Value | undefined) => boolean> = {
  '=': (a, b) => a !== undefined && isEqual(a, b),
  '<>': (a, b) => a === undefined || !isEqual(a, b),
  '<': (a, b) => orderOf(a, b) < 0,
  '<=': (a, b) => orderOf(a, b) <= 0,
  '>': (a, b) => orderOf(a, b) > 0,
  '>=': (a, b) => orderOf(a, b) >= 0,
};

const orderOf = (a: Value | undefined, b: Value | undefined): number =>
  a === undefined || b === undefined ? Number.NaN : (compare(a, b) ?? Number.NaN);

function readComparison(tokens: Tokens, left: Operand): Condition {
  if (tokens.take('BETWEEN')) {
    const low = readOperand(tokens);
    tokens.expect('AND');
    const high = readOperand(tokens);
    return (scope) => orderOf(left(scope), low(scope)) >= 0 && orderOf(left(scope), high(scope)) <= 0;
  }
  if (tokens.take('IN')) return readIn(tokens, left);
  const holds = COMPARISONS[tokens.next()];
  if (holds === undefined) throw invalid('Syntax error; a comparison expected');
  const right = readOperand(tokens);
  return (scope) => holds(left(scope), right(scope));
}

function readIn(tokens: Tokens, left: Operand): Condition {
  tokens.expect('(');
  const choices = [readOperand(tokens)];
  while (tokens.take(',')) choices.push(readOperand(tokens));
  tokens.expect(')');
  return (scope) => {
    const value = left(scope);
    return value !== undefined && choices.some((choice) => isEqual(value, choice(scope)));
  };
}
