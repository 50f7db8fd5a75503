/** Splits a DynamoDB expression into tokens and reads them one by one. */
import { invalid } from '#test/simulation/table/refusals.ts';

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
