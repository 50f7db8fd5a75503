/** Adds, changes and removes members of an account, and makes their one-time links: for the console and for operators. */

import { type AuditEntry, newAuditEntry } from '#lib/domain/audit.ts';
import { hashToken, newMemberToken, type RandomBytes } from '#lib/domain/checked-token.ts';
import { memberNotFound } from '#lib/domain/errors.ts';
import { type MemberRef, memberId, toBase36 } from '#lib/domain/ids.ts';
import {
  type By,
  changeMember,
  checkMemberLimit,
  type GivenMember,
  type Member,
  type MemberChange,
  newMember,
  presentMember,
  removeMember,
} from '#lib/domain/member.ts';
import { endSessions, withLink } from '#lib/domain/member-sign-in.ts';
import { passkeysOf, withoutPasskeys } from '#lib/domain/passkey.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

type Write = { member: Member; audit: AuditEntry };

type MemberStore = Pick<Store, 'listMembers' | 'createMember' | 'saveAnyMember'>;

type Saving = Pick<MemberStore, 'saveAnyMember'>;

/** `by` is absent for an operator. */
type MemberRequest = { by?: By | undefined; now: Date };

/** What tokens are made with, and the address under which the console is. */
export type Links = { checksumKey: string; randomBytes: RandomBytes; baseUrl: string };

export const linksFrom = ({
  settings,
  random,
}: Pick<Service, 'random'> & NeedsSettings<'checksumKeys' | 'baseUrl'>): Links => ({
  checksumKey: settings.checksumKeys[0] ?? '',
  randomBytes: random.bytes,
  baseUrl: settings.baseUrl,
});

export type OneTimeLink = { link: string; linkExpiresAt: string };

const MEMBER_BYTES = 16;

/** Two that are added at the same moment may exceed the limit by one. @throws member_limit */
export async function addMember(
  store: Pick<MemberStore, 'listMembers' | 'createMember'>,
  { account, links, ...given }: GivenMember & { account: string; links: Links },
  { by, now }: MemberRequest,
): Promise<OneTimeLink & { member: Member }> {
  checkMemberLimit(await store.listMembers(account));
  const id = memberId({ account, hash: toBase36(links.randomBytes(MEMBER_BYTES)) });
  const { member, ...link } = linked(newMember(id, given, now), links, now);
  await store.createMember(account, {
    member,
    audit: newAuditEntry('member_added', { member, by, detail: member.role }, now),
  });
  return { member, ...link };
}

/** The link before it can be spent no more. @throws member_not_found */
export async function makeLink(
  store: Saving,
  { ref, links }: { ref: MemberRef; links: Links },
  { by, now }: MemberRequest,
): Promise<OneTimeLink & { member: Member }> {
  let made: (OneTimeLink & { member: Member }) | undefined;
  await store.saveAnyMember(ref, (stored) => {
    made = linked(presentMember(stored), links, now);
    return { member: made.member, audit: newAuditEntry('link_made', { member: stored, by }, now) };
  });
  if (made === undefined) throw memberNotFound();
  return made;
}

function linked(member: Member, links: Links, now: Date): OneTimeLink & { member: Member } {
  const token = newMemberToken('link', { id: member.id, ...links });
  const open = withLink(member, hashToken(token), now);
  return {
    member: open,
    link: linkTo(token, links),
    linkExpiresAt: open.link.expiresAt,
  };
}

export const linkTo = (token: string, { baseUrl }: Pick<Links, 'baseUrl'>): string =>
  `${baseUrl}/console#/enter/${token}`;

type NamedMember = MemberRequest & { ref: MemberRef };

/** @throws member_not_found, last_admin */
export const updateMember = (store: Saving, change: MemberChange, { ref, by, now }: NamedMember): Promise<Member> =>
  save(store, ref, (stored) => {
    const member = changeMember(stored, change, now);
    if (member === stored) return undefined;
    const detail = (['name', 'role', 'email', 'weeklyEmail'] as const)
      .filter((field) => member[field] !== stored[field])
      .map((field) => `${stored[field] ?? '–'} → ${member[field] ?? '–'}`)
      .join(', ');
    return { member, audit: newAuditEntry('member_changed', { member, by, detail }, now) };
  });

/** From the next request on. @throws member_not_found, last_admin */
export const dismissMember = (store: Saving, { ref, by, now }: NamedMember): Promise<Member> =>
  save(store, ref, (stored) => ({
    member: removeMember(stored, now),
    audit: newAuditEntry('member_removed', { member: stored, by }, now),
  }));

/** All sessions end, and passkeys with them; with `except`, the hash of one that goes on, passkeys stay. @throws member_not_found */
export const signOutEverywhere = (
  store: Saving,
  { ref, by, now, except }: NamedMember & { except?: string },
): Promise<Member> =>
  save(store, ref, (stored) => {
    const member = except === undefined ? withoutPasskeys(endSessions(stored)) : endSessions(stored, except);
    const isSame = Object.keys(member.sessions).length === Object.keys(stored.sessions).length;
    if (isSame && Object.keys(passkeysOf(member)).length === Object.keys(passkeysOf(stored)).length) return undefined;
    return { member, audit: newAuditEntry('sessions_ended', { member, by }, now) };
  });

async function save(store: Saving, ref: MemberRef, change: (present: Member) => Write | undefined) {
  const saved = await store.saveAnyMember(ref, (stored) => change(presentMember(stored)));
  if (saved === undefined) throw memberNotFound();
  return saved;
}
