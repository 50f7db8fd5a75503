/** Members are added, changed and removed, each with its row of the audit log; in memory. */

import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '#lib/domain/audit.ts';
import { hashToken, memberOfToken } from '#lib/domain/checked-token.ts';
import { type MemberRef, memberId, parseMemberId } from '#lib/domain/ids.ts';
import { type Member, newMember } from '#lib/domain/member.ts';
import { spendLink, withLink } from '#lib/domain/member-sign-in.ts';
import type { Store } from '#lib/store/store.ts';
import { addMember, dismissMember, makeLink, signOutEverywhere, updateMember } from '#lib/use-cases/manage-members.ts';

const account = 'abc0123xyz';
const now = new Date('2026-03-02T09:00:00.000Z');
const links = { checksumKey: 'a-key', randomBytes, baseUrl: 'https://collections.example' };
const ada = { id: 'mbr_ada', name: 'Ada' };
const ref: MemberRef = { account, hash: 'b'.repeat(25) };
const known = { ...ref, hash: `${'0'.repeat(24)}1` };

const members = new Map<string, Member>();
const audited: AuditEntry[] = [];

const store = {
  listMembers: async () => [...members.values()].map((member) => ({ ...member, version: 0 })),
  createMember: async (_account: string, { member, audit }: { member: Member; audit: AuditEntry }) => {
    members.set(member.id, member);
    audited.push(audit);
  },
  saveAnyMember: (async (of, change) => {
    const stored = members.get(memberId(of));
    const write = stored && change({ ...stored, version: 0 });
    if (write === undefined) return stored;
    members.set(write.member.id, write.member);
    if (write.audit) audited.push(write.audit);
    return write.member;
  }) as Store['saveAnyMember'],
};

/** Signed in twice. */
function aMember(): Member {
  let member = newMember(memberId(known), { name: 'Bola', role: 'agent' }, now);
  for (const session of ['s', 't'])
    member = spendLink(withLink(member, 'l', now), { link: 'l', session }, now) as Member;
  return member;
}

beforeEach(() => {
  members.clear();
  audited.length = 0;
  members.set(memberId(known), aMember());
});

const told = () => audited.map(({ what, by, detail }) => [what, by?.name, detail]);

it('a new member has an open link of seven days, whose token names the member', async () => {
  const added = await addMember(store, { account, links, name: 'Tola', role: 'viewer' }, { by: ada, now });
  const token = added.link.slice(added.link.lastIndexOf('/') + 1);
  expect(added.link).toBe(`https://collections.example/console#/enter/${token}`);
  expect(memberOfToken('link', token, ['a-key'])).toEqual(parseMemberId(added.member.id));
  const expiresAt = '2026-03-09T09:00:00.000Z';
  expect(added.linkExpiresAt).toBe(expiresAt);
  expect(members.get(added.member.id)).toEqual({
    ...newMember(added.member.id, { name: 'Tola', role: 'viewer' }, now),
    link: { hash: hashToken(token), createdAt: now.toISOString(), expiresAt },
  });
  expect(told()).toEqual([['member_added', 'Ada', 'viewer']]);
});

it('a new link takes the place of the one before', async () => {
  const first = await makeLink(store, { ref: known, links }, { by: ada, now });
  const second = await makeLink(store, { ref: known, links }, { now });
  expect(second.link).not.toBe(first.link);
  expect(members.get(memberId(known))?.link).toEqual(second.member.link);
  expect(told()).toEqual([
    ['link_made', 'Ada', undefined],
    ['link_made', undefined, undefined],
  ]);
});

it('a change says what was and what is, and what changes nothing is no change', async () => {
  await updateMember(store, { role: 'admin' }, { ref: known, by: ada, now });
  await updateMember(store, { name: 'Bola Ade', role: 'viewer' }, { ref: known, by: ada, now });
  await updateMember(store, { role: 'viewer' }, { ref: known, by: ada, now });
  expect(told()).toEqual([
    ['member_changed', 'Ada', 'agent → admin'],
    ['member_changed', 'Ada', 'Bola → Bola Ade, admin → viewer'],
  ]);
});

it('sessions end all, or all but one, and ending none is nothing', async () => {
  const left = await signOutEverywhere(store, { ref: known, now, except: 't' });
  expect(Object.keys(left.sessions)).toEqual(['t']);
  await signOutEverywhere(store, { ref: known, now, except: 't' });
  expect((await signOutEverywhere(store, { ref: known, by: ada, now })).sessions).toEqual({});
  expect(told()).toEqual([
    ['sessions_ended', undefined, undefined],
    ['sessions_ended', 'Ada', undefined],
  ]);
});

it('a member who was removed, or never was, can be changed no more', async () => {
  expect(await dismissMember(store, { ref: known, by: ada, now })).toMatchObject({
    sessions: {},
    removedAt: now.toISOString(),
  });
  for (const gone of [known, ref]) {
    const calls = [
      dismissMember(store, { ref: gone, now }),
      updateMember(store, { name: 'X' }, { ref: gone, now }),
      signOutEverywhere(store, { ref: gone, now }),
      makeLink(store, { ref: gone, links }, { now }),
    ];
    for (const call of calls) await expect(call).rejects.toThrow('Member not found');
  }
  expect(told()).toEqual([['member_removed', 'Ada', undefined]]);
});
