/** The queries that a list accepts. */
import { describe, expect, it } from 'vitest';
import { readListCollections } from '#lib/contract/list-collections.ts';
import { faultLines } from '#test/support/faults.ts';

const WHOLE = 'must be a whole number of at least 1';

const NO_INSTANT = 'must be an ISO 8601 instant with its time zone, such as 2026-01-31T09:00:00Z';

describe('the query of a list', () => {
  it('a list query without parameters reads the first ten', () => {
    expect(readListCollections({ order: 'newest' })).toEqual({ page: 1, limit: 10 });
    expect(readListCollections({})).toEqual({ page: 1, limit: 10 });
  });

  it.each([
    [
      { page: '1', limit: '1' },
      { page: 1, limit: 1 },
    ],
    [{ limit: '100' }, { page: 1, limit: 100 }],
    [{ page: '99999999999999999999' }, { page: 1e20, limit: 10 }],
  ])('a list query of %j is read as %j', (query, read) => {
    expect(readListCollections(query)).toEqual(read);
  });

  it.each(['0', '-1', '1.5', '1e2', '+1', ' 1', '1 ', '01', '', 'ten', 'NaN', 'Infinity', '0x10', '١'])(
    'a list query with %j as a number is refused',
    (text) => {
      expect(faultLines(() => readListCollections({ page: text, limit: text }))).toEqual([
        `page ${WHOLE}`,
        `limit ${WHOLE}`,
      ]);
    },
  );

  it.each<[Record<string, unknown>, string[]]>([
    [{ limit: '101' }, ['limit must be at most 100']],
    [{ limit: '9'.repeat(400) }, ['limit must be at most 100']],
    [{ createdFrom: '2026-03-01' }, [`createdFrom ${NO_INSTANT}`]],
    [{ createdTo: '9999-12-31T23:59:59-01:00' }, [`createdTo ${NO_INSTANT}`]],
    [{ page: '1', Limit: '5' }, ['Limit is not a known field']],
    [{ state: 'pending', after: 'x' }, ['state is not a known field', 'after is not a known field']],
    [{ cursor: 'x' }, ['cursor needs the filter it belongs to']],
    [{ dueFrom: '2026-03-02', dueTo: '2026-03-01' }, ['dueTo must not be before dueFrom']],
    [{ dueFrom: '2026-03-02', page: '1' }, ['page cannot be used with a filter']],
    [{ order: 'dueDate', page: '1' }, ['page cannot be used with a filter']],
    [{ order: 'outstanding' }, ['currency is needed with the order `outstanding`']],
    [{ currency: 'NGN' }, ['currency is only for the order `outstanding`']],
    [{ order: 'dueDate', currency: 'NGN' }, ['currency is only for the order `outstanding`']],
    [{ order: 'amount' }, ['order must be one of newest, dueDate, outstanding']],
    [
      { order: 'dueDate', search: 'ada', contact: 'ada@example.com', reference: 'A' },
      ['reference', 'contact', 'search'].map((name) => `order cannot be used with ${name}`),
    ],
    [{ status: 'pending', page: '1' }, ['page cannot be used with a filter']],
    [Object.fromEntries([['__proto__', '1']]), ['__proto__ is not a known field']],
  ])('a list query of %j is refused: %j', (query, lines) => {
    expect(faultLines(() => readListCollections(query))).toEqual(lines);
  });

  it.each([
    [{ contact: 'Ada@Example.com' }, { contact: { email: 'Ada@Example.com' } }],
    [{ contact: ' 2348031234567' }, { contact: { phone: '+2348031234567' } }],
    [{ contact: '0803 123 4567' }, { contact: { phone: '0803 123 4567' } }],
    [{ contact: `contact_${'a'.repeat(25)}` }, { contact: { id: `contact_${'a'.repeat(25)}` } }],
    [{ order: 'dueDate' }, { order: { by: 'dueDate' } }],
    [{ order: 'outstanding', currency: 'NGN' }, { order: { by: 'outstanding', currency: 'NGN' } }],
    [{ createdFrom: '2026-03-01T10:00:00+01:00' }, { createdFrom: '2026-03-01T09:00:00.000Z' }],
  ])('a list query with the filter %j is read as %j', (query, filter) => {
    expect(readListCollections(query)).toEqual({ limit: 10, filter, cursor: undefined });
  });

  it('a list query with a page that is not finite is refused', () => {
    expect(faultLines(() => readListCollections({ page: '9'.repeat(400) }))).toHaveLength(1);
  });
});
