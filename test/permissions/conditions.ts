/** The conditions of our policies. */
import { matches } from './wildcards.ts';

/** `actual`: all the values of the key in the request; undefined if it has none. */
export function conditionHolds(operator: string, expected: readonly string[], actual: readonly string[] = []): boolean {
  switch (operator) {
    case 'StringEquals':
      return isOne(operator, actual) && expected.includes(actual[0]);
    case 'ForAllValues:StringLike':
      // Without any value it holds, as in AWS: therefore our policies ask for a value, too.
      return actual.every((value) => expected.some((pattern) => matches(pattern, value)));
    case 'Null':
      return expected.includes(String(actual.length === 0));
    default:
      throw new Error(`the evaluator does not know the operator ${operator}`);
  }
}

/** A key without a value equals nothing. @throws for several values, for which AWS wants a set operator */
function isOne(operator: string, actual: readonly string[]): actual is [string] {
  if (actual.length > 1) throw new Error(`${operator} is about one value, and the request has ${actual.length}`);
  return actual.length === 1;
}
