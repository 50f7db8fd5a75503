/** The keys of the table. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveHash } from '#lib/domain/ids.ts';
import * as keys from '#lib/store/keys.ts';

const account = 'abc0123xyz';
const hash = deriveHash('salt', 'collection', 'INV-1');

const KEYS_OF_AN_ACCOUNT = {
  account: keys.accountKey(account),
  'API key': keys.apiKeyKey(account, 'f00d'),
  collection: keys.collectionKey(account, hash),
  attempt: keys.attemptKey({ account, hash }, 7),
  event: keys.eventKey({ account, hash }, 'contact.opted_out'),
  'contact by phone': keys.contactByPhoneKey(account, '+2348031234567'),
  'contact by email': keys.contactByEmailKey(account, 'ada@example.com'),
  'list leaf': keys.segmentKey(account, 12),
};

describe('keys', () => {
  it.each(Object.entries(KEYS_OF_AN_ACCOUNT))('put the %s into a partition of its account', (_item, { pk }) => {
    expect(pk === `ACCOUNT#${account}` || pk.startsWith(`ACCOUNT#${account}#`)).toBe(true);
  });

  it('name a different item each', () => {
    const names = Object.values(KEYS_OF_AN_ACCOUNT).map(({ pk, sk }) => `${pk}|${sk}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('keep the directory of accounts apart from every account', () => {
    expect(keys.directoryKey('01JABC')).toEqual({ pk: 'ACCOUNTS', sk: '01JABC' });
  });

  it('keep what is the whole deployment’s apart from every account, and each channel’s from the others’', () => {
    const shared = (['whatsapp', 'sms', 'email'] as const).flatMap((channel) => [
      keys.messageKey(channel, `ACCOUNT#${account}`).pk,
      keys.optOutKey(channel, '+2348031234567').pk,
    ]);
    expect(new Set(shared).size).toBe(6);
    for (const pk of shared) expect(pk).not.toMatch(/^ACCOUNT/);
  });

  it('sort the attempts of a collection as their slots, beside it', () => {
    const slots = [1, 2, 9, 10, 59, 60].map((slot) => keys.attemptKey({ account, hash }, slot));
    const sorts = slots.map(({ sk }) => sk);
    expect(sorts.toSorted()).toEqual(sorts);
    expect(new Set(slots.map(({ pk }) => pk))).toEqual(new Set([keys.collectionKey(account, hash).pk]));
  });

  it('never let what a person typed name an item of another kind or account', () => {
    const typed = fc.string({ minLength: 1, maxLength: 40, unit: 'binary', size: 'max' });
    fc.assert(
      fc.property(typed, typed, (phone, email) => {
        const byPhone = keys.contactByPhoneKey(account, phone);
        const byEmail = keys.contactByEmailKey(account, email);
        expect(byPhone.pk).not.toBe(byEmail.pk);
        expect(byPhone.sk).toBe('CONTACT');
        expect(byEmail.sk).toBe('CONTACT');
        expect(keys.collectionRefOfKey(byPhone.pk)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });
});

describe('a segment key', () => {
  it('sorts as its number does, and gives the number back', () => {
    const numbers = [0, 1, 9, 10, 99, 100, 19_999, 99_999_999];
    const sorted = numbers.map((segment) => keys.segmentKey(account, segment).sk);
    expect(sorted.toSorted()).toEqual(sorted);
    expect(sorted.map(keys.segmentNumber)).toEqual(numbers);
  });
});

describe('a collection key', () => {
  it('tells which collection it names', () => {
    expect(keys.collectionRefOfKey(keys.collectionKey(account, hash).pk)).toEqual({ account, hash });
  });

  it.each(['', 'ACCOUNTS', `ACCOUNT#${account}`, keys.segmentKey(account, 0).pk, 'ACCOUNT#a#COLLECTION'])(
    'is not seen in %j',
    (pk) => expect(keys.collectionRefOfKey(pk)).toBeUndefined(),
  );
});
