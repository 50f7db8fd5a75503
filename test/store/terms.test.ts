/** The terms of a collection as they are stored, and where items of each version have what the indexes need. */
import { describe, expect, it } from 'vitest';
import { packTerms, termsOf, withoutErasure } from '#lib/store/collection/terms.ts';
import { dueShards, erasureShards } from '#lib/store/indexes.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { captureLogs } from '#test/support/logs.ts';

captureLogs();
const KEY = { pk: 'ACCOUNT#a#COLLECTION#h', sk: 'COLLECTION' };
const AT = '2026-03-01T09:00:00.000Z';

const stored = (given: object = {}) => JSON.parse(String(packTerms({ ...aCollection(), ...given })));
const { contact, ...terms } = stored();

describe('the text of the terms', () => {
  it.each([
    [undefined, undefined],
    [[], undefined],
    [['+2348030000000'], ['+2348030000000']],
  ])('addresses that a correction has replaced: %j', (replaced, kept) => {
    expect(stored({ replaced }).replaced).toEqual(kept);
  });

  it('has the contact, but neither its id nor when the collection was created', () => {
    const { id, ...named } = aCollection().contact;
    expect([contact, terms.createdAt, id.length > 0]).toEqual([named, undefined, true]);
  });
});

describe('what the indexes need', () => {
  const read = (own: object, old: object = {}) =>
    termsOf(KEY, { terms: { ...terms, contact: { ...contact, ...('id' in old && old) }, ...old }, ...own } as never);
  const OWN = { createdAt: AT, byContact: 'a#new' };
  const OLD = { createdAt: '2025-01-01T00:00:00.000Z', id: 'contact_old' };

  it.each([
    ['attributes of its own', OWN, {}, [AT, 'contact_new']],
    ['the terms, in items of earlier versions', {}, OLD, [OLD.createdAt, OLD.id]],
    ['attributes of its own, if it is in both', OWN, { createdAt: OLD.createdAt }, [AT, 'contact_new']],
  ])('is in %s', (_where, own, old, expected) => {
    const { createdAt, contact } = read(own, old);
    expect([createdAt, contact.id]).toEqual(expected);
  });

  it.each(['createdAt', 'byContact'] as const)('an item without %s is spoilt', (missing) => {
    expect(() => read({ ...OWN, [missing]: undefined })).toThrow(`malformed: ${missing}`);
  });
});

it.each([
  ...dueShards().map((due) => [due, { nextRunAt: AT }] as const),
  ...erasureShards().map((due) => [due, {}] as const),
  [undefined, { nextRunAt: AT }] as const,
])('what is due in %s has a next run: %j', (due, expected) => {
  expect(withoutErasure({ due }, { nextRunAt: AT })).toEqual(expected);
});
