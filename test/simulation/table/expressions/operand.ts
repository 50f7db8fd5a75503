/** Operands: a placeholder, a path, or the size of the value at a path. */
import { sizeOf } from '#test/simulation/table/value.ts';
import { pathOperand, readPath } from './path.ts';
import { givenValue, type Operand } from './scope.ts';
import type { Tokens } from './tokens.ts';

export function readOperand(tokens: Tokens): Operand {
  if (tokens.peek()?.startsWith(':')) {
    const word = tokens.next();
    return (scope) => givenValue(word, scope);
  }
  if (!tokens.take('SIZE')) return pathOperand(readPath(tokens));
  tokens.expect('(');
  const inner = readOperand(tokens);
  tokens.expect(')');
  return (scope) => sizeOf(inner(scope));
}
