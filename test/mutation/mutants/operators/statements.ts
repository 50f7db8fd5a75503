/** Changes that remove a call, a throw, or the body of a function. */
import type { Node } from 'oxc-parser';
import { isCondition, withoutParentheses } from '#test/mutation/mutants/syntax.ts';
import { type Change, type Operators, replace } from './operator.ts';

const leftOut = (node: Node): Change[] => [replace('statement', node, ';')];

/** True for the only statement of an `if`, because removing it equals a false condition. */
const isAllOfAnIf = ({ parent }: Node): boolean =>
  parent?.type === 'IfStatement' ||
  (parent?.type === 'BlockStatement' && parent.body.length === 1 && parent.parent?.type === 'IfStatement');

const EMPTIED_PARENTS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'CatchClause',
  'TryStatement',
]);
/** Values that another operator already changes in the same way. */
const CHANGED_ANYWAY = new Set([
  'Literal',
  'TemplateLiteral',
  'ArrayExpression',
  'ObjectExpression',
  'ArrowFunctionExpression',
]);

export const STATEMENTS: Operators = {
  ExpressionStatement: (node) => ('directive' in node && node.directive !== null ? [] : leftOut(node)),
  ThrowStatement: (node) => (isAllOfAnIf(node) ? [] : leftOut(node)),
  BreakStatement: (node) => (isAllOfAnIf(node) ? [] : leftOut(node)),
  ContinueStatement: (node) => (isAllOfAnIf(node) ? [] : leftOut(node)),
  BlockStatement: (node) =>
    node.body.length > 0 && EMPTIED_PARENTS.has(node.parent?.type ?? '') ? [replace('body', node, '{}')] : [],
  ArrowFunctionExpression({ body }) {
    const value = withoutParentheses(body);
    if (value.type === 'BlockStatement' || CHANGED_ANYWAY.has(value.type) || isCondition(value)) return [];
    const isUndefined = value.type === 'Identifier' && value.name === 'undefined';
    return isUndefined ? [] : [replace('body', body, 'undefined')];
  },
};
