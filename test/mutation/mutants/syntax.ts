/** The syntax tree of a source file with positions and parents, without types. */
import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';

/** `name` appears in the error message. @throws Error when the text is not TypeScript. */
export function parse(name: string, source: string): Program {
  const { program, errors } = parseSync('source.ts', source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${name} does not parse: ${error.message}\n${error.codeframe ?? ''}`);
  return program;
}

/** Nodes such as `as` that wrap an expression for the type checker only. */
const TYPED_EXPRESSIONS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const WITHOUT_CODE = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'MetaProperty']);

/** Returns every node that runs, parents before children, and sets the parent of each. */
export function* walk(node: Node): Generator<Node> {
  if (WITHOUT_CODE.has(node.type)) return;
  if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(node.type)) return;
  if (node.type === 'ExportNamedDeclaration' && node.source !== null) return;
  yield node;
  for (const key of visitorKeys[node.type] ?? []) {
    if (isPlainName(node, key)) continue;
    const value = (node as unknown as Record<string, Node | null | (Node | null)[]>)[key];
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!child) continue;
      child.parent = node;
      yield* walk(child);
    }
  }
}

/** True for a literal property name, which is not a value. */
const isPlainName = (node: Node, key: string): boolean =>
  (key === 'key' && 'computed' in node && !node.computed) ||
  (node.type === 'Property' && key === 'key' && node.shorthand);

const COMPARISONS = new Set(['<', '<=', '>', '>=', '===', '!==', '==', '!=', 'in', 'instanceof']);

/** True when the value of the node is certainly a boolean. */
export function isCondition(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression') return isCondition(node.expression);
  if (node.type === 'UnaryExpression') return node.operator === '!';
  if (node.type === 'BinaryExpression') return COMPARISONS.has(node.operator);
  return node.type === 'LogicalExpression' && node.operator !== '??' && isCondition(node.right);
}

export function withoutParentheses(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? withoutParentheses(node.expression) : node;
}
