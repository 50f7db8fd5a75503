/** Finds the node that the switch of a mutant can wrap, because parentheses change the meaning of some code. */
import type { Node } from 'oxc-parser';
import type { Host } from './mutant.ts';

const NO_EXPRESSIONS = new Set([
  'Property',
  'PropertyDefinition',
  'SpreadElement',
  'TemplateElement',
  'ObjectPattern',
  'ArrayPattern',
  'AssignmentPattern',
  'RestElement',
  'VariableDeclarator',
  'SwitchCase',
  'CatchClause',
]);

/** @throws Error when no switch can wrap the node. */
export function hostOf(node: Node): Host {
  const { start, end, type } = node;
  if (type.endsWith('Statement')) return { start, end, kind: 'statement' };
  const tooNarrow = widerThan(node);
  if (tooNarrow !== undefined) return hostOf(tooNarrow);
  return { start, end, kind: 'expression' };
}

/** The node that must be wrapped instead of this one; undefined when this one can be wrapped. */
function widerThan(node: Node): Node | undefined {
  const { parent, type } = node;
  if (type === 'Program' || parent === undefined || parent === null) throw new Error(`No switch fits around ${type}`);
  const chain = chainAround(node);
  if (chain !== undefined) return chain;
  if (NO_EXPRESSIONS.has(type)) return parent;
  if (parent.type === 'CallExpression' && parent.callee === node && type === 'MemberExpression') return parent;
  if (parent.type === 'TaggedTemplateExpression') return parent;
  if (parent.type === 'AssignmentExpression' && parent.left === node) return parent;
  if (parent.type === 'UpdateExpression') return parent;
  if (parent.type === 'UnaryExpression' && parent.operator === 'delete') return parent;
  return undefined;
}

/** The optional chain that contains the node, because `a?.b` in `a?.b.c` cannot be evaluated separately. */
function chainAround(node: Node): Node | undefined {
  let link = node;
  for (let next = link.parent; next !== undefined && next !== null; next = link.parent) {
    if (next.type === 'ChainExpression') return next;
    const isLink =
      (next.type === 'MemberExpression' && next.object === link) ||
      (next.type === 'CallExpression' && next.callee === link) ||
      (next.type === 'TSNonNullExpression' && next.expression === link);
    if (!isLink) return undefined;
    link = next;
  }
  return undefined;
}
