/** The form of API keys, and what is stored of them. */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiKey, accountOfApiKey, hashApiKey, hintOfApiKey, isLive, newApiKey } from '#lib/domain/api-key.ts';
import { bytesFrom } from '#test/support/bytes.ts';

const ACCOUNT = 'abc123def0';
const NOW = new Date('2026-03-01T09:00:00.000Z');
const aKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  hash: 'h',
  mode: 'live',
  hint: 'abcd',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...given,
});

describe('an API key', () => {
  it('an API key shows its mode and its account, and nothing else can be read from it', () => {
    const key = newApiKey('live', ACCOUNT, randomBytes);
    expect(key).toMatch(/^ck_live_abc123def0[0-9A-Za-z]{39}$/);
    expect(accountOfApiKey(key)).toBe(ACCOUNT);
    expect(newApiKey('test', ACCOUNT, randomBytes)).toMatch(/^ck_test_/);
  });

  it('an API key ends with the CRC-32 of the rest in base 62', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const numberOf = (text: string) => [...text].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    for (let n = 0; n < 100; n += 1) {
      const key = newApiKey('live', ACCOUNT, randomBytes);
      expect(numberOf(key.slice(-6))).toBe(crc32(key.slice(0, -6)));
    }
  });

  it('an API key made from any random bytes gives back its account', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('live' as const, 'test' as const), (seed, mode) => {
        expect(accountOfApiKey(newApiKey(mode, ACCOUNT, bytesFrom(seed)))).toBe(ACCOUNT);
      }),
    );
  });

  it('a new API key skips the bytes that would make some letters more likely than others', () => {
    const uneven = (): Uint8Array => Uint8Array.from({ length: 33 }, (_, at) => (at % 2 === 0 ? 248 : 247));
    expect(newApiKey('live', ACCOUNT, uneven).slice(18, 51)).toBe('z'.repeat(33));
  });

  it('an API key that was issued once stays valid in every later version', () => {
    expect(accountOfApiKey(`ck_live_abc123def0${'z'.repeat(33)}0YybQB`)).toBe(ACCOUNT);
  });

  it('an API key with any one character changed is malformed', () => {
    const key = newApiKey('live', ACCOUNT, bytesFrom('typo'));
    for (let at = 0; at < key.length; at += 1) {
      const typo = key[at] === 'x' ? 'y' : 'x';
      expect(accountOfApiKey(key.slice(0, at) + typo + key.slice(at + 1)), `at ${at}`).toBeUndefined();
    }
  });

  it.each(['', 'ck_live_', 'Bearer abc', ' ', 'ck_prod_abc123def0', '\u0000'])(
    'the text %j is not an API key',
    (text) => {
      expect(accountOfApiKey(text)).toBeUndefined();
    },
  );

  it('an API key with a character before or after it is malformed', () => {
    const key = newApiKey('live', ACCOUNT, bytesFrom('edges'));
    expect([` ${key}`, `${key} `, `${key}\n`].map(accountOfApiKey)).toEqual([undefined, undefined, undefined]);
  });

  it('the hint of an API key is the first four characters after the account', () => {
    const key = newApiKey('live', ACCOUNT, bytesFrom('hint'));
    expect(hintOfApiKey(key)).toBe(key.slice(18, 22));
  });

  it('an API key is stored as its SHA-256', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('a stored key', () => {
  it('a stored key without an expiry and a revocation is live', () => {
    expect(isLive(aKey(), NOW)).toBe(true);
  });

  it('a stored key is live until the instant of its expiry, and not from then on', () => {
    expect(isLive(aKey({ expiresAt: '2026-03-01T09:00:00.001Z' }), NOW)).toBe(true);
    expect(isLive(aKey({ expiresAt: '2026-03-01T09:00:00.000Z' }), NOW)).toBe(false);
  });

  it('a revoked key is not live, even before its expiry', () => {
    const revoked = { revokedAt: '2026-02-01T00:00:00.000Z' };
    expect(isLive(aKey(revoked), NOW)).toBe(false);
    expect(isLive(aKey({ ...revoked, expiresAt: '2027-01-01T00:00:00.000Z' }), NOW)).toBe(false);
  });
});
