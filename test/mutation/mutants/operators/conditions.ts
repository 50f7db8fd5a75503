/** Changes to comparisons, logical operators and conditions. */
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

/** A condition becomes true or false. The condition of a loop becomes false only, because an endless loop shows nothing more. */
function decided(test: Node | null, ...values: readonly boolean[]): Change[] {
  if (test === null || test.type === 'Literal') return [];
  return values.map((value) => replace('condition', test, String(value)));
}

/** The result of a predicate that is not the condition of an `if`. */
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
    // An operand of another precedence needs parentheses to parse and to bind as before.
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

/** Removes the question mark of `a?.b`. */
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
