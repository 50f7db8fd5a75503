/** How a second create with the same reference is judged. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CreationRecord, hashJson, idempotencyOf, judgeRepeat } from '#lib/domain/creation-record.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const BODY = { reference: 'a', amount: { value: 1, currency: 'NGN' } };
const creation = (nonce: string, key?: string, body: object = BODY): CreationRecord => ({
  nonce,
  startSegment: 3,
  ...(key !== undefined && { idempotency: idempotencyOf(key, body) }),
});

describe('a second create of a reference', () => {
  it.each([
    ['the same invocation, sent twice', creation('n1'), creation('n1'), 'same_invocation'],
    ['the same invocation, with a key', creation('n1', 'k'), creation('n1', 'k'), 'same_invocation'],
    ['neither with a key', creation('n2'), creation('n1'), 'duplicate'],
    ['only the first with a key', creation('n2'), creation('n1', 'k'), 'duplicate'],
    ['only the second with a key', creation('n2', 'k'), creation('n1'), 'duplicate'],
    ['another key', creation('n2', 'k2'), creation('n1', 'k1'), 'duplicate'],
    ['the same key and body', creation('n2', 'k'), creation('n1', 'k'), 'replay'],
    [
      'the same key, another body',
      creation('n2', 'k', { ...BODY, reference: 'b' }),
      creation('n1', 'k'),
      'key_conflict',
    ],
  ])('a second create is judged by its invocation, key and body: %s', (_case, mine, stored, verdict) => {
    expect(judgeRepeat(mine, stored)).toBe(verdict);
  });
});

describe('the hash of a body', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, child]) => [key, shuffled(child)]),
    );
  };

  it('the hash of a body does not depend on the order of keys, at any level', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        expect(hashJson(shuffled(value))).toBe(hashJson(value));
      }),
    );
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: '1' }, { a: 1 }],
    [{ a: {} }, { a: [] }],
    [{ a: null }, {}],
  ])('the bodies %j and %j have different hashes', (one, other) => {
    expect(hashJson(one)).not.toBe(hashJson(other));
  });

  it('bodies have different hashes if their numbers differ in digits that a double loses', () => {
    expect(hashJson(exactJson('{"a":12345678901234567890}'))).not.toBe(
      hashJson(exactJson('{"a":12345678901234567891}')),
    );
  });
});

it('the hash of a body is that of its JSON with sorted keys, for hashes that are stored have to stay the same', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(hashJson({ c: [{ z: 1, y: null }], B: 'x', a: { b: 2, a: true } })).toBe(
    sha256('{"B":"x","a":{"a":true,"b":2},"c":[{"y":null,"z":1}]}'),
  );
  expect(hashJson(exactJson('{"n":12345678901234567890}'))).toBe(sha256('{"n":12345678901234567890}'));
});
