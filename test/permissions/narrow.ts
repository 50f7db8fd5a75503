/** Policies with one permission less: one action on one resource, or the keys of one family. */
import { KEY_FAMILIES } from '#lib/store/key-patterns.ts';
import type { Statement } from './evaluate.ts';

export type Narrowed = { without: string; statements: Statement[] };

export function narrowed(statements: readonly Statement[]): Narrowed[] {
  return statements.flatMap((statement, at) => {
    const others = statements.toSpliced(at, 1);
    return [...withoutOneOf(statement), ...withoutFamily(statement)].map(({ without, statements: left }) => ({
      without,
      statements: [...others, ...left],
    }));
  });
}

function withoutOneOf(statement: Statement): Narrowed[] {
  const actions = [statement.Action].flat();
  const resources = [statement.Resource].flat();
  return actions.flatMap((action) =>
    resources.map((resource) => ({
      without: `${action} on ${resource}`,
      statements: [
        { ...statement, Action: actions.filter((each) => each !== action) },
        { ...statement, Action: [action], Resource: resources.filter((each) => each !== resource) },
      ].filter(({ Action, Resource }) => Action.length > 0 && Resource.length > 0),
    })),
  );
}

const LEADING_KEYS = 'dynamodb:LeadingKeys';
const OPERATOR = 'ForAllValues:StringLike';

function withoutFamily(statement: Statement): Narrowed[] {
  const patterns = [statement.Condition?.[OPERATOR]?.[LEADING_KEYS] ?? []].flat();
  return Object.entries(KEY_FAMILIES)
    .filter(([, family]) => family.patterns.every((pattern) => patterns.includes(pattern)))
    .map(([name, family]) => {
      const left = patterns.filter((pattern) => !family.patterns.includes(pattern));
      const Condition = { ...statement.Condition, [OPERATOR]: { [LEADING_KEYS]: left } };
      return { without: `the keys of ${name}`, statements: left.length === 0 ? [] : [{ ...statement, Condition }] };
    });
}
