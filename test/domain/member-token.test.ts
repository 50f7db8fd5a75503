/** The tokens of links and sessions: they name their member, and nobody else can make them. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { accountOfApiKey, memberOfToken, newApiKey, newMemberToken } from '#lib/domain/checked-token.ts';
import { parseMemberId } from '#lib/domain/ids.ts';

const id = `mbr_abc0123xyz${'0'.repeat(24)}7`;
const make = (use: 'link' | 'session', checksumKey = 'a-key') => newMemberToken(use, { id, checksumKey, randomBytes });
const KEYS = ['new-key', 'a-key'];

it('a token names its member, under the newest checksum key and under older ones', () => {
  expect(memberOfToken('link', make('link'), KEYS)).toEqual(parseMemberId(id));
  expect(memberOfToken('session', make('session', 'new-key'), KEYS)).toEqual(parseMemberId(id));
});

it('a token of one use is none of the other, and no API key', () => {
  expect(memberOfToken('session', make('link'), KEYS)).toBeUndefined();
  expect(memberOfToken('session', make('link').replace('cl_', 'cs_'), KEYS)).toBeUndefined();
  expect(accountOfApiKey(make('session'), KEYS)).toBeUndefined();
  const key = newApiKey({ id: 'abc0123xyz', mode: 'live' }, 'a-key', randomBytes);
  expect(memberOfToken('session', key, KEYS)).toBeUndefined();
});

it('a token that was made up or mistyped names nobody', () => {
  const token = make('session');
  for (const forged of [
    make('session', 'a guess'),
    `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
    token.replace('abc0123xyz', 'xyz0123abc'),
    token.slice(1),
    `${token}0`,
    `${token}\n`,
    '',
  ])
    expect(memberOfToken('session', forged, KEYS)).toBeUndefined();
});

it('two tokens of a member differ in their secrets', () => {
  expect(make('session')).not.toBe(make('session'));
  expect(make('link')).toMatch(/^cl_[0-9A-Za-z]{74}$/);
});
