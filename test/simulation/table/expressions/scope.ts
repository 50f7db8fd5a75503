/**
 * The scope in which an expression is evaluated: an item and the values of placeholders.
 * Splits a DynamoDB expression into tokens and reads them one by one.
 */
import { invalid } from '#test/simulation/table/refusals.ts';
import type { Item, Value } from '#test/simulation/table/value.ts';

const TOKEN = /\s*(<>|<=|>=|[=<>(),.+\-[\]]|[#:]?[A-Za-z0-9_]+)/y;

export type Tokens = {
  peek: () => string | undefined;
  next: () => string;
  /** Takes the next token if it is this one; keywords may be in upper or lower case. */
  take: (word: string) => boolean;
  expect: (word: string) => void;
};

export function tokensOf(expression: string): Tokens {
  const words = cut(expression);
  let at = 0;
  const tokens: Tokens = {
    peek: () => words[at],
    next: () => {
      const word = words[at];
      if (word === undefined) throw invalid(`Syntax error; unexpected end: ${expression}`);
      at += 1;
      return word;
    },
    take: (word) => {
      if (words[at]?.toUpperCase() !== word) return false;
      at += 1;
      return true;
    },
    expect: (word) => {
      if (!tokens.take(word)) throw invalid(`Syntax error; ${word} expected at ${words[at]}: ${expression}`);
    },
  };
  return tokens;
}

function cut(expression: string): string[] {
  const words: string[] = [];
  TOKEN.lastIndex = 0;
  while (expression.slice(TOKEN.lastIndex).trim() !== '') {
    const found = TOKEN.exec(expression);
    if (found?.[1] === undefined) throw invalid(`Syntax error: ${expression}`);
    words.push(found[1]);
  }
  return words;
}

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
