/** The scope in which an expression is evaluated: an item and the values of placeholders. */
import { invalid } from '#test/simulation/table/refusals.ts';
import type { Item, Value } from '#test/simulation/table/value.ts';

export type Placeholders = { names: Readonly<Record<string, string>>; values: Readonly<Record<string, Value>> };

export type Scope = Placeholders & { item: Item | undefined };

/** A parsed part of an expression; it returns undefined for a missing attribute. */
export type Operand = (scope: Scope) => Value | undefined;

export function nameOf(word: string, { names }: Placeholders): string {
  if (!word.startsWith('#')) return word;
  const name = names[word];
  if (name === undefined)
    throw invalid(`An expression attribute name used in the document path is not defined: ${word}`);
  return name;
}

export function givenValue(word: string, { values }: Placeholders): Value {
  const value = values[word];
  if (value === undefined) throw invalid(`An expression attribute value used in expression is not defined: ${word}`);
  return value;
}

/** DynamoDB refuses placeholders that no expression of the command uses. */
export function refuseUnused({ names, values }: Placeholders, expressions: readonly (string | undefined)[]): void {
  const isUsed = (name: string) =>
    expressions.some((expression) => expression !== undefined && placeholdersIn(expression).has(name));
  for (const name in names)
    if (!isUsed(name)) throw invalid(`Value provided in ExpressionAttributeNames unused: ${name}`);
  for (const name in values)
    if (!isUsed(name)) throw invalid(`Value provided in ExpressionAttributeValues unused: ${name}`);
}

const found = new Map<string, ReadonlySet<string>>();

function placeholdersIn(expression: string): ReadonlySet<string> {
  const known = found.get(expression);
  if (known !== undefined) return known;
  const placeholders = new Set<string>(expression.match(/[#:][A-Za-z0-9_]+/g));
  found.set(expression, placeholders);
  return placeholders;
}
