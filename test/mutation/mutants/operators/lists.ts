/** Changes to arrays, objects, arguments, and methods that select from lists and texts. */
import type { Node } from 'oxc-parser';
import { type Change, type Operators, replace } from './operator.ts';

const PAIRS = [
  ['find', 'findLast'],
  ['findIndex', 'findLastIndex'],
  ['indexOf', 'lastIndexOf'],
  ['some', 'every'],
  ['push', 'unshift'],
  ['pop', 'shift'],
  ['reduce', 'reduceRight'],
  ['startsWith', 'endsWith'],
  ['toUpperCase', 'toLowerCase'],
  ['padStart', 'padEnd'],
  ['trimStart', 'trimEnd'],
] as const;
const OTHER_METHODS = new Map<string, string>(
  PAIRS.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);
const OTHER_MATH = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['round', 'floor'],
  ['trunc', 'ceil'],
]);
/** Methods whose call can be replaced by the receiver. */
const LEFT_OUT = new Set(
  'trim trimStart trimEnd toSorted sort toReversed reverse filter slice concat flat replace replaceAll normalize padStart padEnd'.split(
    ' ',
  ),
);

/** Removes one element, unless another operator changes that element anyway. */
function without(
  operator: string,
  list: Node,
  elements: readonly (Node | null)[],
  isMeant: (element: Node) => boolean,
): Change[] {
  return elements.flatMap((element, index) => {
    if (element === null || !isMeant(element) || elements.length === 1) return [];
    const [before, after] = [elements[index - 1], elements[index + 1]];
    const start = after ? element.start : (before?.end ?? element.start);
    return [{ operator, within: list, start, end: after ? after.start : element.end, replacement: '' }];
  });
}

const isSpread = ({ type }: Node) => type === 'SpreadElement';
const LITERALS = new Set([
  'Literal',
  'TemplateLiteral',
  'ArrayExpression',
  'ObjectExpression',
  'ArrowFunctionExpression',
  'FunctionExpression',
]);
const hasNoLiteral = (node: Node) => node.type === 'Property' && !LITERALS.has(node.value.type);

function method(node: Extract<Node, { type: 'CallExpression' }>): Change[] {
  const { callee, parent } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return [];
  const { object, property } = callee;
  const isMath = object.type === 'Identifier' && object.name === 'Math';
  const other = (isMath ? OTHER_MATH : OTHER_METHODS).get(property.name);
  const { start, end } = property;
  const renamed = other === undefined ? [] : [{ operator: 'method', within: node, start, end, replacement: other }];
  const isLeftOut = LEFT_OUT.has(property.name) && parent?.type !== 'ExpressionStatement';
  return isLeftOut
    ? [...renamed, { operator: 'method', within: node, start: object.end, end: node.end, replacement: '' }]
    : renamed;
}

export const LISTS: Operators = {
  ArrayExpression: (node) =>
    node.elements.length === 0 ? [] : [replace('list', node, '[]'), ...without('list', node, node.elements, isSpread)],
  ObjectExpression: (node) =>
    node.properties.length === 0
      ? []
      : [
          replace('object', node, '{}'),
          ...without('object', node, node.properties, (one) => isSpread(one) || hasNoLiteral(one)),
        ],
  CallExpression: (node) => [...method(node), ...without('list', node, node.arguments, isSpread)],
  MemberExpression(node, text) {
    const isFirst = node.computed && node.property.type === 'Literal' && node.property.value === 0;
    const isWritten = node.parent?.type === 'AssignmentExpression' && node.parent.left === node;
    return isFirst && !isWritten ? [replace('method', node, `${text(node.object)}.at(-1)`)] : [];
  },
};
