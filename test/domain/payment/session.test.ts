/** References at a provider, built and parsed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectionId, deriveHash } from '#lib/domain/ids.ts';
import { parseProviderReference, providerReference } from '#lib/domain/payment/session.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const { ref } = aCollection();
const METHODS = ['checkout', 'card', 'virtual_account', 'bank_transfer', 'mobile_money'] as const;

const aRef = fc
  .tuple(fc.stringMatching(/^[0-9a-z]{10}$/), fc.string())
  .map(([account, seed]) => ({ account, hash: deriveHash('salt', 'collection', seed) }));

describe('a reference at a provider', () => {
  it('a reference at a provider names the collection, the method and the number', () => {
    const owned = collectionId(ref).slice('pay_'.length);
    expect(providerReference(ref, 'virtual_account', 3)).toBe(`pay-${owned}-virtual-account-3`);
  });

  it('a reference at a provider parses to what it was built from', () => {
    fc.assert(
      fc.property(aRef, fc.constantFrom(...METHODS), fc.integer({ min: 1, max: 999_999 }), (where, method, number) => {
        const reference = providerReference(where, method, number);
        expect(parseProviderReference(reference)).toEqual({ ref: where, number });
        expect(reference).toMatch(/^[a-z0-9-]{1,100}$/);
      }),
    );
  });

  it('different sessions have different references at a provider', () => {
    const references = METHODS.flatMap((method) =>
      [1, 11, 111].map((number) => providerReference(ref, method, number)),
    );
    const another = { ...ref, hash: deriveHash('salt', 'collection', 'another') };
    expect(new Set([...references, providerReference(another, 'card', 1)]).size).toBe(references.length + 1);
  });

  const good = providerReference(ref, 'card', 1);
  it.each([
    ['nothing', ''],
    ['a reference of another system', 'INV-2026-000017'],
    ['an id of ours, but no session', collectionId(ref)],
    ['another separator', good.replaceAll('-', '_')],
    ['capitals', good.toUpperCase()],
    ['something before', `x${good}`],
    ['a line before', `x\n${good}`],
    ['something after', `${good}x`],
    ['a line after', `${good}\n`],
    ['no method', good.replace('-card', '')],
    ['no number', good.replace(/-1$/, '')],
    ['a number that is not one', good.replace(/-1$/, '-one')],
    ['a negative number', good.replace(/-1$/, '-1.5')],
    ['a number that is too long', good.replace(/-1$/, `-${'1'.repeat(7)}`)],
    ['a hash of more than 128 bits', `pay-${ref.account}${'z'.repeat(25)}-card-1`],
    ['an id that is too short', good.replace(ref.hash, ref.hash.slice(1))],
    ['another kind of id', good.replace('pay-', 'prv-')],
  ])('a reference at a provider is not parsed from %s', (_what, reference) => {
    expect(parseProviderReference(reference)).toBeUndefined();
  });

  it('random text never parses as a reference at a provider', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ minLength: 40, maxLength: 80, size: 'max' })),
        (text) => {
          expect(parseProviderReference(text)).toBeUndefined();
        },
      ),
    );
  });
});

it('a reference with nothing in the place of its method or of its number is none of ours', () => {
  const reference = providerReference(ref, 'card', 1);
  expect(parseProviderReference(reference.replace('-card-', '--'))).toBeUndefined();
  expect(parseProviderReference(reference.slice(0, -1))).toBeUndefined();
});

it.each([
  [1, { ref, number: 1 }],
  [32, { ref, number: 1 }],
  [33, undefined],
])('a reference whose method has %i letters is read as %j', (length, read) => {
  expect(parseProviderReference(providerReference(ref, 'card', 1).replace('card', 'c'.repeat(length)))).toEqual(read);
});
