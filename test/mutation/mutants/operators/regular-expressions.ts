/** Changes to regular expressions: anchors, character classes, lengths, flags. */
import type { Node } from 'oxc-parser';
import { type Change, replace } from './operator.ts';

type RegularExpression = Extract<Node, { type: 'Literal'; regex: unknown }>;

/** Splits a pattern into escaped characters, classes and single characters, so that a change starts at one of them. */
const PART = /\\[\s\S]|\[\^?(?:\\[\s\S]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S]/g;

export function regularExpressionChanges(node: RegularExpression): Change[] {
  const { pattern, flags } = node.regex;
  const patterns = [...pattern.matchAll(PART)].flatMap(({ 0: part, index }) =>
    otherParts(part).map((other) => pattern.slice(0, index) + other + pattern.slice(index + part.length)),
  );
  const changed = patterns.filter((other) => isValid(other, flags)).map((other) => `/${other || '(?:)'}/${flags}`);
  const kept = flags.replace(/[gimsy]/g, '');
  const all = kept === flags ? changed : [...changed, `/${pattern}/${kept}`];
  return all.map((replacement) => replace('regular expression', node, replacement));
}

/** The replacements of a part of a pattern. */
function otherParts(part: string): string[] {
  if (part === '^' || part === '$') return [''];
  if (part === '+') return ['*'];
  if (part === '*') return ['+'];
  if (part === '?') return [''];
  if (/^\\[dDwWsSbBpP]$/.test(part)) return [swapCase(part)];
  if (part.startsWith('[^')) return [`[${part.slice(2)}`];
  if (part.startsWith('[')) return [`[^${part.slice(1)}`];
  if (part.startsWith('{')) return otherLengths(part);
  return [];
}

const swapCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

/** Changes each bound of `{2,5}` by one, up and down. */
function otherLengths(part: string): string[] {
  return [...part.matchAll(/\d+/g)].flatMap(({ 0: bound, index }) =>
    [Number(bound) + 1, Number(bound) - 1].map(
      (other) => part.slice(0, index) + other + part.slice(index + bound.length),
    ),
  );
}

function isValid(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}
