/** Writes made of data: the expressions, and the aliases of their names and values. */
import { describe, expect, it } from 'vitest';
import {
  all,
  any,
  beginsWith,
  type Condition,
  contains,
  differs,
  equals,
  exists,
  hasFewerThan,
  ITEM_IS_NEW,
  isAbove,
  isAtMost,
  isBelow,
  isBetween,
  isOneOf,
  newAliases,
  not,
  notExists,
} from '#lib/store/table/conditions.ts';
import { append, appendToAny, atFirst, copyOf, plus, put, remove, update } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

const table = { name: 'T' } as Table;
const key = { pk: 'P', sk: 'S' };
const given = { TableName: 'T', Key: key };

describe('update', () => {
  it('sets what is given, leaves what is undefined, removes and adds, each by an alias', () => {
    const set = { status: 'completed', completedAt: undefined, received: 0 };
    expect(update(table, { key, set, remove: ['pause'], add: { version: 1 } })).toEqual({
      ...given,
      UpdateExpression: 'SET #status = :status, #received = :received REMOVE #pause ADD #version :version',
      ExpressionAttributeNames: {
        '#status': 'status',
        '#received': 'received',
        '#pause': 'pause',
        '#version': 'version',
      },
      ExpressionAttributeValues: { ':status': 'completed', ':received': 0, ':version': 1 },
    });
  });

  it('one name has two aliases of its values where it is set and asked, and one where they are equal', () => {
    const changed = update(table, {
      key,
      set: { status: 'b' },
      when: all(equals('status', 'a'), differs('status', 'b')),
    });
    expect(changed).toMatchObject({
      UpdateExpression: 'SET #status = :status',
      ConditionExpression: '#status = :status_2 AND #status <> :status',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': 'b', ':status_2': 'a' },
    });
  });

  it('reaches into maps and lists, and names what is no word', () => {
    const set = { 'providers.pay-stack.kind': 'paystack', 'sessions[2].key': 'k', 'providers.pay_stack.kind': 'other' };
    expect(update(table, { key, set })).toMatchObject({
      UpdateExpression:
        'SET #providers.#pay_stack.#kind = :providers_pay_stack_kind, #sessions[2].#key = :sessions_2__key, #providers.#pay_stack_2.#kind = :providers_pay_stack_kind_2',
      ExpressionAttributeNames: { '#pay_stack': 'pay-stack', '#pay_stack_2': 'pay_stack' },
    });
  });

  it.each([
    ['a number that grows', plus(1), '#a + :added', { ':added': 1 }],
    ['a value that stays', atFirst('x'), 'if_not_exists(#a, :first)', { ':first': 'x' }],
    ['a list that grows', append(['x']), 'list_append(#a, :entries)', { ':entries': ['x'] }],
    [
      'a list that may not be there',
      appendToAny(['x']),
      'list_append(if_not_exists(#a, :empty), :entries)',
      { ':empty': [], ':entries': ['x'] },
    ],
  ])('sets %s', (_, change, expression, values) => {
    const changed = update(table, { key, set: { a: change } });
    expect(changed.UpdateExpression).toBe(`SET #a = ${expression}`);
    expect(changed.ExpressionAttributeValues).toEqual(values);
  });

  it('sets what another attribute is', () => {
    expect(update(table, { key, set: { skippedSlot: copyOf('nextSlot') } }).UpdateExpression).toBe(
      'SET #skippedSlot = #nextSlot',
    );
  });

  it('of an item only the key is used', () => {
    expect(update(table, { key: { ...key, status: 'a' } as typeof key, remove: ['note'] }).Key).toEqual(key);
  });
});

const textOf = (condition: Condition): string => condition(newAliases());

it.each<[string, Condition]>([
  ['#a = :a', equals('a', 1)],
  ['#a <> :a', differs('a', 1)],
  ['#a < :a', isBelow('a', 1)],
  ['#a <= :a', isAtMost('a', 1)],
  ['#a > :a', isAbove('a', 1)],
  ['#a BETWEEN :a AND :a_2', isBetween('a', 1, 2)],
  ['#a IN (:a, :a_2)', isOneOf('a', ['x', 'y'])],
  ['begins_with(#a, :a)', beginsWith('a', 'x')],
  ['contains(#a, :a)', contains('a', 'x')],
  ['size(#a) < :a', hasFewerThan('a', 3)],
  ['attribute_exists(#a.#b)', exists('a.b')],
  ['attribute_not_exists(#pk)', ITEM_IS_NEW],
  ['NOT contains(#a, :a)', not(contains('a', 'x'))],
  ['#a = :a AND attribute_exists(#b)', all(equals('a', 1), false, undefined, exists('b'))],
  ['(attribute_not_exists(#a) OR #a = :a)', any(notExists('a'), equals('a', 1))],
])('a condition reads %s', (text, condition) => expect(textOf(condition)).toBe(text));

it('a put and a delete have their condition, and nothing where they have none', () => {
  expect(put(table, { item: key, when: ITEM_IS_NEW })).toEqual({
    TableName: 'T',
    Item: key,
    ConditionExpression: 'attribute_not_exists(#pk)',
    ExpressionAttributeNames: { '#pk': 'pk' },
  });
  expect(remove(table, { key })).toEqual(given);
});
