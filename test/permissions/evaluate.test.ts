/** The evaluator of policies: what AWS documents, and an error for everything else. */
import { describe, expect, it } from 'vitest';
import { filledIn } from './asked.ts';
import { isAllowed, type Statement } from './evaluate.ts';
import { resolverOf } from './resolve.ts';

const TABLE = 'arn:aws:dynamodb:eu-west-1:123456789012:table/t';
const LEADING_KEYS = 'dynamodb:LeadingKeys';
const get = (...keys: string[]) => ({
  action: 'dynamodb:GetItem',
  resource: TABLE,
  context: keys.length > 0 ? { [LEADING_KEYS]: keys } : {},
});
const may = (given: Partial<Statement> = {}): Statement => ({
  Effect: 'Allow',
  Action: 'dynamodb:GetItem',
  Resource: TABLE,
  ...given,
});
const keyed = (...patterns: string[]) =>
  may({
    Condition: { 'ForAllValues:StringLike': { [LEADING_KEYS]: patterns }, Null: { [LEADING_KEYS]: 'false' } },
  });

describe('a request', () => {
  it('a request that no statement allows is denied', () => {
    expect(isAllowed([], get())).toBe(false);
    expect(isAllowed([may({ Action: 'dynamodb:PutItem' })], get())).toBe(false);
    expect(isAllowed([may({ Resource: `${TABLE}/index/due` })], get())).toBe(false);
  });

  it('a request is allowed by an action and a resource, also with wildcards', () => {
    for (const statement of [
      may(),
      may({ Action: ['dynamodb:Put*', 'DYNAMODB:g*'] }),
      may({ Resource: 'arn:*:table/?' }),
    ])
      expect(isAllowed([statement], get())).toBe(true);
  });

  it('a statement that denies counts more than any that allows', () => {
    expect(isAllowed([may(), may({ Effect: 'Deny', Action: '*' })], get())).toBe(false);
  });

  it('a dot or a bracket of a pattern is only itself', () => {
    expect(isAllowed([may({ Resource: 'a.[b]' })], { ...get(), resource: 'a.[b]' })).toBe(true);
    expect(isAllowed([may({ Resource: 'a.b' })], { ...get(), resource: 'axb' })).toBe(false);
  });
});

describe('a condition on the keys', () => {
  it('all keys of a request must match a pattern of one statement', () => {
    expect(isAllowed([keyed('A#??', 'B#*')], get('A#12', 'B#'))).toBe(true);
    expect(isAllowed([keyed('A#??', 'B#*')], get('A#12', 'A#123'))).toBe(false);
    expect(isAllowed([keyed('A#??'), keyed('B#*')], get('A#12', 'B#1'))).toBe(false);
  });

  it('a request without keys passes the patterns alone, and not together with the condition Null', () => {
    const patterns = { 'ForAllValues:StringLike': { [LEADING_KEYS]: ['A'] } };
    expect(isAllowed([may({ Condition: patterns })], get())).toBe(true);
    expect(isAllowed([keyed('A')], get())).toBe(false);
  });

  it('a value that must be equal is there once, and equal', () => {
    const only = may({ Condition: { StringEquals: { to: ['a', 'b'] } } });
    expect(isAllowed([only], { ...get(), context: { to: ['b'] } })).toBe(true);
    expect(isAllowed([only], { ...get(), context: { to: ['c'] } })).toBe(false);
    expect(isAllowed([only], get())).toBe(false);
    expect(() => isAllowed([only], { ...get(), context: { to: ['a', 'b'] } })).toThrow('is about one value');
  });
});

describe('what the evaluator does not know', () => {
  it.each<[string, Partial<Statement> & Record<string, unknown>]>([
    ['the operator StringNotLike', { Condition: { StringNotLike: { a: 'b' } } }],
    ['the operator IpAddress', { Condition: { Null: { a: 'false' }, IpAddress: { a: 'b' } } }],
    ['the element NotAction', { NotAction: 'a' }],
    ['the element NotResource', { NotResource: 'a' }],
    ['the effect Maybe', { Effect: 'Maybe' as 'Allow' }],
    ['policy variables', { Resource: ['a/$', '{aws:username}'].join('') }],
  ])('%s is an error and never a permission', (what, given) => {
    expect(() => isAllowed([may(given)], get())).toThrow(`the evaluator does not know ${what}`);
  });

  it('a resource that the template leaves open is an error', () => {
    const resource = { 'Fn::If': ['a', 'b', 'c'] } as never;
    expect(() => isAllowed([may({ Resource: resource })], get())).toThrow('the evaluator wants texts');
    expect(() => resolverOf({ Resources: {} })(resource)).toThrow('the resolver does not know Fn::If');
    expect(() => resolverOf({ Resources: {} })({ Ref: 'Nothing' })).toThrow('the template has no Nothing');
  });

  it('a function that asks about a resource of which it has no variable is an error', () => {
    const asked = { action: 'sqs:SendMessage', on: '{RUNS_QUEUE_URL}', context: {} };
    expect(() => filledIn(asked, {})).toThrow('does not have the variable RUNS_QUEUE_URL');
  });
});
