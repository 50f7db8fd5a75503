/** Validation that lists every fault at once, in plain words, with the dotted path of each. */
import * as z from 'zod/mini';
import { type Fault, validationFailed } from '#lib/domain/errors.ts';
import { isExactNumber } from '#lib/domain/exact-json.ts';

type Issue = z.core.$ZodRawIssue;

/** A reader of input by a schema; it throws `validation_failed` with all the faults there are. */
export const reader =
  <T>(schema: z.core.$ZodType<T>) =>
  (input: unknown): T => {
    const result = z.safeParse(schema, input);
    if (result.success) return result.data;
    throw validationFailed(result.error.issues.flatMap(faultsOf));
  };

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const at = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [{ path: at.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...at, key].join('.'), message: 'is not a known field' }));
}

const ARTICLES: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  object: 'an object',
};

/** What is counted where a bound is on a size, not on a number. */
const COUNTED: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

/** What an issue means for whoever sent the value; it reads on after the path: "amount.value must be a number". */
function describe(issue: Issue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      if (isExactNumber(issue.input)) return 'has more digits than this number can have';
      return `must be ${ARTICLES[issue.expected] ?? `a ${issue.expected}`}${issue.input === null ? ', not null' : ''}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'must be an email address' : 'has the wrong form';
    case 'too_small':
      return bound('at least', issue.minimum, COUNTED[issue.origin]);
    case 'too_big':
      return bound('at most', issue.maximum, COUNTED[issue.origin]);
    default:
      return 'is not valid';
  }
}

const bound = (side: string, limit: number | bigint, counted: string | undefined): string =>
  counted === undefined
    ? `must be ${side} ${limit}`
    : `must have ${side} ${limit} ${limit === 1 ? counted.slice(0, -1) : counted}`;

z.config({ localeError: describe });
