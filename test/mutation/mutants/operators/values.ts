/** Changes to numbers, texts and other literals, and to arithmetic. */
import type { Node } from 'oxc-parser';
import { type Change, type Operators, replace } from './operator.ts';
import { regularExpressionChanges } from './regular-expressions.ts';

const ARITHMETIC: Record<string, string> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&': '|',
  '|': '&',
};
const ASSIGNMENTS: Record<string, string> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '??=': '=',
  '||=': '&&=',
  '&&=': '||=',
};

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

const neighbours = (node: Node, value: number | bigint): Change[] =>
  typeof value === 'bigint'
    ? [replace('number', node, `${value + 1n}n`), replace('number', node, `${value - 1n}n`)]
    : [replace('number', node, `${value + 1}`), replace('number', node, `${value - 1}`)];

const numberOf = (node: Node): number | bigint | undefined => {
  if (node.type !== 'Literal') return undefined;
  return typeof node.value === 'number' || typeof node.value === 'bigint' ? node.value : undefined;
};

const isNegated = ({ parent }: Node) => parent?.type === 'UnaryExpression' && parent.operator === '-';

/** `-1` is one number; `-x` is an operator that can be removed. */
function negative(node: Extract<Node, { type: 'UnaryExpression' }>, text: (part: Node) => string): Change[] {
  if (node.operator !== '-') return [];
  const value = numberOf(node.argument);
  if (value === undefined) return [replace('arithmetic', node, text(node.argument))];
  return neighbours(node, -value);
}

function literal(node: Extract<Node, { type: 'Literal' }>): Change[] {
  const { value, parent } = node;
  const number = numberOf(node);
  if (number !== undefined) return isNegated(node) ? [] : neighbours(node, number);
  if (typeof value === 'boolean') return [replace('boolean', node, String(!value))];
  if ('regex' in node) return regularExpressionChanges(node);
  if (typeof value !== 'string') return [];
  const isDirective = parent?.type === 'ExpressionStatement';
  return isDirective ? [] : [replace('text', node, value === '' ? `'mutant'` : `''`)];
}

/** Removes each piece of text; a template without text is replaced as a whole. */
function template(node: Extract<Node, { type: 'TemplateLiteral' }>): Change[] {
  const texts = node.quasis.filter(({ value }) => value.raw !== '');
  if (texts.length === 0) return [replace('text', node, '``')];
  return texts.map(({ start, value }) => {
    // A template element starts at the delimiter before its text.
    const from = start + 1;
    return { operator: 'text', within: node, start: from, end: from + value.raw.length, replacement: '' };
  });
}

export const VALUES: Operators = {
  Literal: literal,
  TemplateLiteral: template,
  UnaryExpression: negative,
  BinaryExpression(node, text) {
    const operator = ARITHMETIC[node.operator];
    if (operator === undefined || isText(node.left) || isText(node.right)) return [];
    return [replace('arithmetic', node, `${text(node.left)} ${operator} ${text(node.right)}`)];
  },
  AssignmentExpression(node, text) {
    const operator = ASSIGNMENTS[node.operator];
    return operator === undefined
      ? []
      : [replace('arithmetic', node, `${text(node.left)} ${operator} ${text(node.right)}`)];
  },
  UpdateExpression(node, text) {
    const operator = node.operator === '++' ? '--' : '++';
    return [replace('arithmetic', node, node.prefix ? operator + text(node.argument) : text(node.argument) + operator)];
  },
};
