/** The form of API keys, and what is stored of them. */
import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiKey, hashToken, hintOfApiKey, isLive, newApiKey, readApiKey } from '#lib/domain/checked-token.ts';
import { bytesFrom } from '#test/support/bytes.ts';

const ACCOUNT = 'abc123def0';
const KEY = 'the-key-of-the-deployment';
const HOLDER = { account: ACCOUNT, role: 'admin' };
const OWNER = { id: ACCOUNT, mode: 'live' } as const;
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
    const key = newApiKey(OWNER, KEY, randomBytes);
    expect(key).toMatch(/^ck_live_abc123def0[0-9A-Za-z]{39}$/);
    expect(readApiKey(key, [KEY])).toEqual(HOLDER);
    expect(newApiKey({ ...OWNER, mode: 'test' }, KEY, randomBytes)).toMatch(/^ck_test_/);
  });

  it.each(['viewer', 'agent'] as const)(
    'an API key of a role below administrator says so, and no letter of it can be changed: %s',
    (role) => {
      const key = newApiKey({ ...OWNER, role }, KEY, randomBytes);
      expect(key).toMatch(new RegExp(`^ck_live_${role}_abc123def0[0-9A-Za-z]{39}$`));
      expect(readApiKey(key, [KEY])).toEqual({ account: ACCOUNT, role });
      expect(hintOfApiKey(key)).toBe(key.slice(-39, -35));
      for (const other of ['', 'admin_', role === 'agent' ? 'viewer_' : 'agent_']) {
        expect(readApiKey(key.replace(`${role}_`, other), [KEY])).toBeUndefined();
      }
    },
  );

  it('an API key ends with six characters of base 62 that the rest and the checksum key give', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const numberOf = (text: string) => [...text].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    for (let n = 0; n < 100; n += 1) {
      const key = newApiKey(OWNER, KEY, randomBytes);
      const mac = createHmac('sha256', KEY).update(key.slice(0, -6)).digest('hex');
      expect(numberOf(key.slice(-6))).toBe(Number.parseInt(mac.slice(0, 12), 16) % 62 ** 6);
    }
  });

  it('an API key that was made with another checksum key is not one of ours', () => {
    const key = newApiKey(OWNER, 'a guess', randomBytes);
    expect([readApiKey(key, [KEY]), readApiKey(key, [])]).toEqual([undefined, undefined]);
  });

  it('an API key made with an older checksum key holds as long as that key is known', () => {
    const key = newApiKey(OWNER, 'older', randomBytes);
    expect([readApiKey(key, [KEY, 'older']), readApiKey(key, [KEY])]).toEqual([HOLDER, undefined]);
  });

  it('an API key made from any random bytes gives back its account', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('live' as const, 'test' as const), (seed, mode) => {
        expect(readApiKey(newApiKey({ ...OWNER, mode }, KEY, bytesFrom(seed)), [KEY])).toEqual(HOLDER);
      }),
    );
  });

  it('a new API key skips the bytes that would make some letters more likely than others', () => {
    const uneven = (): Uint8Array => Uint8Array.from({ length: 33 }, (_, at) => (at % 2 === 0 ? 248 : 247));
    expect(newApiKey(OWNER, KEY, uneven).slice(18, 51)).toBe('z'.repeat(33));
  });

  it('an API key that was issued once stays valid in every later version', () => {
    expect(readApiKey(`ck_live_abc123def0${'z'.repeat(33)}4GJbgQ`, [KEY])).toEqual(HOLDER);
  });

  it('an API key with any one character changed is malformed', () => {
    const key = newApiKey(OWNER, KEY, bytesFrom('typo'));
    for (let at = 0; at < key.length; at += 1) {
      const typo = key[at] === 'x' ? 'y' : 'x';
      expect(readApiKey(key.slice(0, at) + typo + key.slice(at + 1), [KEY]), `at ${at}`).toBeUndefined();
    }
  });

  it.each(['', 'ck_live_', 'Bearer abc', ' ', 'ck_prod_abc123def0', '\u0000'])(
    'the text %j is not an API key',
    (text) => {
      expect(readApiKey(text, [KEY])).toBeUndefined();
    },
  );

  it('an API key with a character before or after it is malformed', () => {
    const key = newApiKey(OWNER, KEY, bytesFrom('edges'));
    expect([` ${key}`, `${key} `, `${key}\n`].map((text) => readApiKey(text, [KEY]))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('the hint of an API key is the first four characters after the account', () => {
    const key = newApiKey(OWNER, KEY, bytesFrom('hint'));
    expect(hintOfApiKey(key)).toBe(key.slice(18, 22));
  });

  it('an API key is stored as its SHA-256', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
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
