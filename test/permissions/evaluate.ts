/**
 * Judges requests by IAM policies, as AWS does, as far as the policies of our templates go. No emulator does it. An element,
 * an operator or a key that is not known here is an error: it must never pass for a permission.
 */
import { conditionHolds } from './conditions.ts';
import { matches } from './wildcards.ts';

export type Statement = {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
};

/** `context` holds the condition keys of the request: all the values of each. */
export type IamRequest = { action: string; resource: string; context: Record<string, readonly string[]> };

const ELEMENTS = new Set(['Effect', 'Action', 'Resource', 'Condition', 'Sid']);

/** A Deny counts more than any Allow, and what nothing allows is denied. */
export function isAllowed(statements: readonly Statement[], request: IamRequest): boolean {
  const effects = statements.filter((statement) => applies(statement, request)).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}

function applies(statement: Statement, { action, resource, context }: IamRequest): boolean {
  const { Effect, Action, Resource, Condition = {} } = statement;
  for (const element of Object.keys(statement))
    if (!ELEMENTS.has(element)) throw new Error(`the evaluator does not know the element ${element}`);
  if (Effect !== 'Allow' && Effect !== 'Deny') throw new Error(`the evaluator does not know the effect ${Effect}`);
  // Actions are compared without regard to case, resources exactly.
  return (
    textsOf(Action).some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
    textsOf(Resource).some((pattern) => matches(pattern, resource)) &&
    // All must be judged, so that none that is unknown is passed over.
    Object.entries(Condition)
      .flatMap(([operator, keys]) => Object.entries(keys).map(([key, values]) => ({ operator, key, values })))
      .map(({ operator, key, values }) => conditionHolds(operator, textsOf(values), context[key]))
      .every(Boolean)
  );
}

function textsOf(given: unknown): string[] {
  const texts = [given].flat();
  if (texts.length === 0 || !texts.every((each) => typeof each === 'string'))
    throw new Error(`the evaluator wants texts, and got ${JSON.stringify(given)}`);
  return texts;
}
