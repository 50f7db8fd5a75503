/** A mutation operator: a rule that finds changes to one kind of syntax node. */
import type { Node } from 'oxc-parser';
import type { Edit } from '#test/mutation/mutants/mutant.ts';

/** `within` is the node that contains the edit. */
export type Change = Edit & { operator: string; within: Node };

export type Operators = {
  [T in Node['type']]?: (
    node: Extract<Node, { type: T }>,
    text: (part: { start: number; end: number }) => string,
  ) => Change[];
};

export const replace = (operator: string, node: Node, replacement: string): Change => ({
  operator,
  within: node,
  start: node.start,
  end: node.end,
  replacement,
});
