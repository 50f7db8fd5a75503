/**
 * Members: how a link is spent, how long a session lives, and what a change or a removal ends.
 * The tokens of links and sessions: they name their member, and nobody else can make them.
 */

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memberOfToken, newApiKey, newMemberToken, readApiKey } from '#lib/domain/checked-token.ts';
import { parseMemberId } from '#lib/domain/ids.ts';
import {
  anotherAdmin,
  changeMember,
  checkMemberLimit,
  covers,
  endsAdmin,
  type Member,
  newMember,
  presentMember,
  ROLES,
  removeMember,
} from '#lib/domain/member.ts';
import {
  endSession,
  endSessions,
  liveSession,
  liveSessions,
  renewSession,
  spendLink,
  withLink,
  withMailedLink,
} from '#lib/domain/member-sign-in.ts';

const START = Date.parse('2026-03-02T09:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (milliseconds: number): Date => new Date(START + milliseconds);

const bola = newMember('mbr_1', { name: 'Bola', role: 'agent' }, at(0));
const invited = withLink(bola, 'link', at(0));
const signedIn = spendLink(invited, { link: 'link', session: 's' }, at(0)) as Member;

describe('a link', () => {
  it('a link starts one session, and is spent by that', () => {
    expect(liveSession(signedIn, 's', at(0))).toEqual({
      startedAt: '2026-03-02T09:00:00.000Z',
      seenAt: '2026-03-02T09:00:00.000Z',
      expiresAt: '2026-03-09T09:00:00.000Z',
    });
    expect(signedIn.link).toBeUndefined();
    expect(spendLink(signedIn, { link: 'link', session: 't' }, at(0))).toBeUndefined();
  });

  it.each([
    ['the link of who has never signed in', bola, 7 * DAY],
    ['the link of who has signed in before', signedIn, 10 * MINUTE],
    ['the link of who has signed out since', endSession(signedIn, 's'), 10 * MINUTE],
    ['the link of who signed in under an earlier version', { ...bola, sessions: signedIn.sessions }, 10 * MINUTE],
  ])('%s holds for its time', (_who, member, lasts) => {
    const linked = withLink(member, 'link', at(0));
    const spend = (milliseconds: number) => spendLink(linked, { link: 'link', session: 't' }, at(milliseconds));
    expect(spend(lasts - 1)).toBeDefined();
    expect(spend(lasts)).toBeUndefined();
  });

  it('a mailed link is beside the invitation, and signing in by one of them ends both', () => {
    const both = withMailedLink(invited, 'mailed', at(0)) as Member;
    for (const link of ['link', 'mailed']) {
      const member = spendLink(both, { link, session: 't' }, at(1)) as Member;
      expect(member.sessions).toHaveProperty('t');
      for (const spent of ['link', 'mailed'])
        expect(spendLink(member, { link: spent, session: 'u' }, at(2))).toBeUndefined();
    }
  });

  it('a mailed link holds for ten minutes', () => {
    const mailed = withMailedLink(bola, 'mailed', at(0)) as Member;
    expect(spendLink(mailed, { link: 'mailed', session: 's' }, at(10 * MINUTE - 1))).toBeDefined();
    expect(spendLink(mailed, { link: 'mailed', session: 's' }, at(10 * MINUTE))).toBeUndefined();
  });

  it('links are mailed a minute apart, and ten on a day, whether they are spent or not', () => {
    const first = withMailedLink(bola, 'm', at(0)) as Member;
    expect(withMailedLink(first, 'n', at(MINUTE - 1))).toBeUndefined();
    let member = first;
    for (let n = 1; n < 10; n += 1) {
      const next = withMailedLink(member, `m${n}`, at(n * MINUTE)) as Member;
      member = n === 5 ? (spendLink(next, { link: 'm5', session: 's' }, at(n * MINUTE)) as Member) : next;
    }
    expect(withMailedLink(member, 'eleventh', at(10 * MINUTE))).toBeUndefined();
    expect(withMailedLink(member, 'tomorrow', at(DAY))?.mailedLink).toMatchObject({ hash: 'tomorrow', count: 1 });
  });

  it('nothing is mailed to who was removed, and another address ends the link that was mailed', () => {
    const mailed = withMailedLink({ ...bola, email: 'bola@shop.example' }, 'mailed', at(0)) as Member;
    expect(withMailedLink(removeMember(mailed, at(1)), 'again', at(DAY))).toBeUndefined();
    expect(removeMember(mailed, at(1))).not.toHaveProperty('email');
    const moved = changeMember(mailed, { email: 'other@shop.example' }, at(1));
    expect(spendLink(moved, { link: 'mailed', session: 's' }, at(2))).toBeUndefined();
    expect(changeMember(mailed, { name: 'Bola O.' }, at(1)).mailedLink).toEqual(mailed.mailedLink);
  });

  it('an address that is taken away takes the weekly email and the mailed link with it', () => {
    const reached = { ...bola, email: 'bola@shop.example', weeklyEmail: true };
    const mailed = withMailedLink(reached, 'mailed', at(0)) as Member;
    const alone = changeMember(mailed, { email: null }, at(1));
    for (const field of ['email', 'weeklyEmail', 'mailedLink']) expect(alone).not.toHaveProperty(field);
    expect(changeMember(alone, { email: null, weeklyEmail: false }, at(2))).toBe(alone);
    expect(changeMember(mailed, {}, at(2))).toBe(mailed);
    expect(() => changeMember(mailed, { email: null, weeklyEmail: true }, at(1))).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  it('a new link ends the one before', () => {
    const again = withLink(invited, 'another', at(1));
    expect(spendLink(again, { link: 'link', session: 's' }, at(2))).toBeUndefined();
    expect(spendLink(again, { link: 'another', session: 's' }, at(2))).toBeDefined();
  });

  it('the link of a member who was removed signs nobody in', () => {
    const gone = { ...invited, removedAt: at(1).toISOString() };
    expect(spendLink(gone, { link: 'link', session: 's' }, at(2))).toBeUndefined();
  });

  it('the eleventh session ends the oldest, and sessions that have ended by themselves make room first', () => {
    let member = signedIn;
    for (let n = 1; n <= 10; n += 1) {
      member = spendLink(withLink(member, 'link', at(n)), { link: 'link', session: `s${n}` }, at(n)) as Member;
    }
    expect(Object.keys(member.sessions)).toHaveLength(10);
    expect(member.sessions).not.toHaveProperty('s');
    const later = spendLink(withLink(member, 'link', at(DAY)), { link: 'link', session: 'new' }, at(DAY));
    expect(Object.keys(later?.sessions ?? {})).toEqual(['new']);
  });
});

describe('a session', () => {
  it('a session ends when it was not seen for twelve hours', () => {
    expect(liveSession(signedIn, 's', at(12 * HOUR - 1))).toBeDefined();
    expect(liveSession(signedIn, 's', at(12 * HOUR))).toBeUndefined();
    expect(liveSessions(signedIn, at(12 * HOUR))).toEqual({});
  });

  it('a session that is seen again and again ends after seven days', () => {
    let member = signedIn;
    for (let hour = 11; hour < 7 * 24; hour += 11) member = renewSession(member, 's', at(hour * HOUR));
    expect(liveSession(member, 's', at(7 * DAY - 1))).toBeDefined();
    expect(liveSession(member, 's', at(7 * DAY))).toBeUndefined();
  });

  it('a session is written at most every five minutes, and never after it has ended', () => {
    expect(renewSession(signedIn, 's', at(5 * MINUTE - 1))).toBe(signedIn);
    expect(renewSession(signedIn, 's', at(5 * MINUTE)).sessions['s']?.seenAt).toBe(at(5 * MINUTE).toISOString());
    expect(renewSession(signedIn, 's', at(12 * HOUR))).toBe(signedIn);
    expect(renewSession(signedIn, 'unknown', at(HOUR))).toBe(signedIn);
  });

  it('a name that every object has is no session', () => {
    expect(liveSession(signedIn, 'constructor', at(0))).toBeUndefined();
    expect(endSession(signedIn, 'constructor')).toBe(signedIn);
  });

  it('one session ends alone, or all but one', () => {
    const two = spendLink(withLink(signedIn, 'link', at(1)), { link: 'link', session: 't' }, at(1)) as Member;
    expect(Object.keys(endSession(two, 's').sessions)).toEqual(['t']);
    expect(Object.keys(endSessions(two, 't').sessions)).toEqual(['t']);
    expect(endSessions(two).sessions).toEqual({});
  });
});

describe('a change', () => {
  it('a change of name or role says when, keeps sessions, and is none when nothing differs', () => {
    const changed = changeMember(signedIn, { role: 'viewer' }, at(HOUR));
    expect(changed).toEqual({ ...signedIn, role: 'viewer', updatedAt: at(HOUR).toISOString() });
    expect(changeMember(signedIn, { name: 'B' }, at(HOUR)).name).toBe('B');
    expect(changeMember(signedIn, { name: 'Bola', role: 'agent' }, at(HOUR))).toBe(signedIn);
  });

  it('a removal ends sessions and link, and keeps the name', () => {
    const gone = removeMember(withLink(signedIn, 'link', at(1)), at(2));
    expect(gone).toEqual({
      ...bola,
      updatedAt: at(2).toISOString(),
      removedAt: at(2).toISOString(),
    });
    expect(liveSession({ ...gone, sessions: signedIn.sessions }, 's', at(3))).toBeUndefined();
    expect(() => presentMember(gone)).toThrow('Member not found');
    expect(() => presentMember(undefined)).toThrow('Member not found');
    expect(presentMember(bola)).toBe(bola);
  });

  it('only a change that takes an administrator away needs another one', () => {
    const admin = newMember('mbr_2', { name: 'Ada', role: 'admin' }, at(0));
    expect(endsAdmin(admin, removeMember(admin, at(1)))).toBe(true);
    expect(endsAdmin(admin, changeMember(admin, { role: 'agent' }, at(1)))).toBe(true);
    expect(endsAdmin(admin, changeMember(admin, { name: 'A' }, at(1)))).toBe(false);
    expect(endsAdmin(bola, removeMember(bola, at(1)))).toBe(false);
    expect(anotherAdmin([admin, bola], bola)).toBe(admin);
    expect(anotherAdmin([admin, bola], admin)).toBeUndefined();
    expect(anotherAdmin([removeMember(admin, at(1)), bola], bola)).toBeUndefined();
  });

  it('an account has at most a hundred members, without those who were removed', () => {
    const many = Array.from({ length: 99 }, () => bola);
    expect(() => checkMemberLimit([...many, removeMember(bola, at(1))])).not.toThrow();
    expect(() => checkMemberLimit([...many, bola])).toThrow('at most 100 members');
  });
});

it('each role may do what the ones before it may, and no more', () => {
  const table = ROLES.map((role) => ROLES.map((needed) => covers(role, needed)));
  expect(table).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
});

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
  expect(readApiKey(make('session'), KEYS)).toBeUndefined();
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
