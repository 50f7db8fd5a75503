/** Ids: derived, owned by an account, and parsed. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectionId,
  contactId,
  deriveHash,
  eventId,
  hashToBytes,
  linkToken,
  parseCollectionId,
  parseLinkToken,
  parseProviderId,
  paymentId,
  providerId,
  toBase36,
} from '#lib/domain/ids.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
const anAccountId = fc.stringMatching(/^[0-9a-z]{10}$/);
const SALT = 'c2FsdA==';
const ref = { account: 'abc123def0', hash: deriveHash(SALT, 'collection', 'PSK_txn_8a7f34') };

describe('an id', () => {
  it('an id can be parsed back for every account and every hash', () => {
    fc.assert(
      fc.property(anAccountId, sixteenBytes, (account, bytes) => {
        const hash = toBase36(bytes);
        expect(parseCollectionId(collectionId({ account, hash }))).toEqual({ account, hash });
        expect(parseProviderId(providerId({ account, hash }))).toEqual({ account, hash });
      }),
    );
  });

  it('an id of one kind is not accepted as another kind', () => {
    expect(parseCollectionId(providerId(ref))).toBeUndefined();
    expect(parseProviderId(collectionId(ref))).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['a bare prefix', 'pay_'],
    ['no prefix', `${ref.account}${ref.hash}`],
    ['a capital letter', collectionId(ref).replace('a', 'A')],
    ['a character too few', collectionId(ref).slice(0, -1)],
    ['a character too many', `${collectionId(ref)}0`],
    ['a line break behind it', `${collectionId(ref)}\n`],
    ['white space before it', ` ${collectionId(ref)}`],
    ['a letter outside ASCII', `${collectionId(ref).slice(0, -1)}é`],
    ['a path', `pay_../${ref.hash}abcdefg`],
    ['more than 128 bits', `pay_${ref.account}${'z'.repeat(25)}`],
  ])('an id with %s is malformed', (_what, id) => {
    expect(parseCollectionId(id)).toBeUndefined();
  });

  it('the largest hash of 128 bits is accepted, and the next one is not', () => {
    const largest = toBase36(new Uint8Array(16).fill(255));
    const next = `${largest.slice(0, -1)}${(Number.parseInt(largest.slice(-1), 36) + 1).toString(36)}`;
    expect(parseCollectionId(`pay_${ref.account}${largest}`)?.hash).toBe(largest);
    expect(parseCollectionId(`pay_${ref.account}${next}`)).toBeUndefined();
  });
});

describe('a hash', () => {
  it('a derived hash is the same for the same value, and differs by value, by use and by salt', () => {
    expect(deriveHash(SALT, 'collection', 'a')).toBe(deriveHash(SALT, 'collection', 'a'));
    const others = [
      deriveHash(SALT, 'collection', 'b'),
      deriveHash(SALT, 'provider', 'a'),
      deriveHash('b3RoZXI=', 'collection', 'a'),
    ];
    expect(others).not.toContain(deriveHash(SALT, 'collection', 'a'));
  });

  it('a derived hash has 25 characters of lower-case base 36, for any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        expect(deriveHash(SALT, 'collection', value)).toMatch(/^[0-9a-z]{25}$/);
      }),
    );
  });

  it('a hash converts to 16 bytes and back to the same text', () => {
    fc.assert(
      fc.property(sixteenBytes, (bytes) => {
        const text = toBase36(bytes);
        expect(text).toHaveLength(25);
        expect([...(hashToBytes(text) ?? [])]).toEqual([...bytes]);
      }),
    );
  });

  it('hashes sort as their bytes do', () => {
    fc.assert(
      fc.property(sixteenBytes, sixteenBytes, (a, b) => {
        expect(Math.sign(Buffer.compare(a, b))).toBe(
          toBase36(a) < toBase36(b) ? -1 : toBase36(a) > toBase36(b) ? 1 : 0,
        );
      }),
    );
  });
});

describe('derived ids', () => {
  it('an event’s id follows from its subject and type, so that a retry creates no second event', () => {
    expect(eventId('pay_1', 'collection.created')).toBe(eventId('pay_1', 'collection.created'));
    expect(eventId('pay_1', 'collection.created')).not.toBe(eventId('pay_1', 'collection.expired'));
    expect(eventId('pay_1', 'collection.created')).not.toBe(eventId('pay_2', 'collection.created'));
    expect(eventId('pay_1', 'collection.created')).toMatch(/^evt_[0-9a-z]{25}$/);
  });

  it('a contact’s id does not show the phone', () => {
    expect(contactId(SALT, '+2348031234567')).toMatch(/^contact_[0-9a-z]{25}$/);
    expect(contactId(SALT, '+2348031234567')).not.toContain('8031234567');
  });
});

describe('a hash that is stored has to stay the same', () => {
  const base36 = (hex: string) =>
    BigInt(`0x${hex.slice(0, 32)}`)
      .toString(36)
      .padStart(25, '0');

  it('of a value it is the HMAC of its use and the value', () => {
    const hmac = (text: string) => base36(createHmac('sha256', SALT).update(text).digest('hex'));
    expect(deriveHash(SALT, 'collection', 'INV-1')).toBe(hmac('collection:INV-1'));
    expect(contactId(SALT, '+2348031234567')).toBe(`contact_${hmac('contact:+2348031234567')}`);
  });

  it('of an event it is the digest of its subject and its type', () => {
    const digest = createHash('sha256').update('pay_1#followup.sent').digest('hex');
    expect(eventId('pay_1', 'followup.sent')).toBe(`evt_${base36(digest)}`);
  });

  it('of an entry in the ledger it is the digest of its collection and its key', () => {
    const digest = createHash('sha256').update('pay_1#prv_1#trx-1#payment#100').digest('hex');
    expect(paymentId('pay_1', 'prv_1#trx-1#payment#100')).toBe(`pmt_${base36(digest)}`);
  });
});

it.each([
  [16, 25],
  [64, 100],
  [100, 155],
])('%i bytes are %i characters of base 36, whatever they are', (count, width) => {
  for (const byte of [0, 255]) expect(toBase36(new Uint8Array(count).fill(byte))).toHaveLength(width);
});

it('a token in a link is none with a line break before it', () => {
  const token = linkToken(ref, ref.hash);
  expect(parseLinkToken(token)).toEqual({ ref, proof: ref.hash });
  expect(parseLinkToken(`\n${token}`)).toBeUndefined();
});
