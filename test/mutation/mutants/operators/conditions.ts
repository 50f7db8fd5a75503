/** Changes to comparisons, to what joins them, and to what depends on them. */
import type { Node } from 'oxc-parser';
import { isCondition, withoutParentheses } from '#test/mutation/mutants/syntax.ts';
import { type Change, type Operators, replace } from './operator.ts';

const COMPARISONS: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
};

/** A condition is always met, or never; a loop that never ends shows nothing more than one that never begins. */
function decided(test: Node | null, ...values: readonly boolean[]): Change[] {
  if (test === null || test.type === 'Literal') return [];
  return values.map((value) => replace('condition', test, String(value)));
}

/** What a predicate answers, where no `if` asks for it. */
const answered = (answer: Node | null): Change[] =>
  answer !== null && isCondition(answer) ? decided(answer, true, false) : [];

export const CONDITIONS: Operators = {
  BinaryExpression: (node, text) =>
    (COMPARISONS[node.operator] ?? []).map((operator) =>
      replace('comparison', node, `${text(node.left)} ${operator} ${text(node.right)}`),
    ),
  LogicalExpression(node, text) {
    const [left, right] = [text(node.left), text(node.right)];
    const either = [replace('logic', node, left), replace('logic', node, right)];
    if (node.operator === '??') return either;
    const other = node.operator === '&&' ? '||' : '&&';
    // Without its own parentheses, an operand of the other kind would not parse or would bind differently.
    const grouped = (operand: Node) =>
      withoutParentheses(operand) === operand && operand.type === 'LogicalExpression'
        ? `(${text(operand)})`
        : text(operand);
    return [replace('logic', node, `${grouped(node.left)} ${other} ${grouped(node.right)}`), ...either];
  },
  UnaryExpression: (node, text) => (node.operator === '!' ? [replace('negation', node, text(node.argument))] : []),
  IfStatement: ({ test }) => decided(test, true, false),
  ConditionalExpression: ({ test }) => decided(test, true, false),
  WhileStatement: ({ test }) => decided(test, false),
  DoWhileStatement: ({ test }) => decided(test, false),
  ForStatement: ({ test }) => decided(test, false),
  ReturnStatement: ({ argument }) => answered(argument),
  ArrowFunctionExpression: ({ body }) => (body.type === 'BlockStatement' ? [] : answered(body)),
  MemberExpression: (node, text) => notOptional(node, { start: node.object.end, end: node.property.start }, text),
  CallExpression: (node, text) => notOptional(node, { start: node.callee.end, end: node.end }, text),
};

/** `a?.b` without its question mark. */
function notOptional(
  node: Extract<Node, { type: 'MemberExpression' | 'CallExpression' }>,
  rest: { start: number; end: number },
  text: (part: { start: number; end: number }) => string,
): Change[] {
  if (!node.optional) return [];
  const start = rest.start + text(rest).indexOf('?.');
  const isName = node.type === 'MemberExpression' && !node.computed;
  return [{ operator: 'optional chain', within: node, start, end: start + 2, replacement: isName ? '.' : '' }];
}
