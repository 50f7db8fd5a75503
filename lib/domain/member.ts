/** Members: who works for the merchant in the console, each with a role, at most one open one-time link beside one that was mailed, and sessions. */

import type { By } from './account.ts';
import { memberLimit, memberNotFound } from './errors.ts';
import { MINUTE_MS } from './time-units.ts';

export const ROLES = ['viewer', 'agent', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const covers = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Per account, without those who were removed. */
export const MEMBER_LIMIT = 100;
export const MAX_NAME_LENGTH = 100;
/** Per member; another sign-in ends the oldest. */
const SESSION_LIMIT = 10;

/** Of a link that is spent at once. */
export const LINK_MINUTES = 10;
const LINK_MS = LINK_MINUTES * MINUTE_MS;
/** Of the link for somebody who has never signed in: it may wait in a mailbox. */
export const INVITATION_DAYS = 7;
const INVITATION_MS = INVITATION_DAYS * 24 * 60 * MINUTE_MS;

/** Links that a member asks for by email. */
const MAILED_APART_MS = MINUTE_MS;
const MAILED_A_DAY = 10;

const IDLE_MS = 12 * 60 * MINUTE_MS;
const SESSION_MS = 7 * 24 * 60 * MINUTE_MS;
/** A session that was seen more recently is not written again. */
const SEEN_MS = 5 * MINUTE_MS;

/** `hash` is that of its token. Instants are ISO 8601, here and below. */
export type MemberLink = { hash: string; createdAt: string; expiresAt: string };

/** The last link that was mailed, and how many were on that day. It has no hash once a link is spent. */
export type MailedLink = Omit<MemberLink, 'hash'> & { hash?: string; count: number };

export type MemberSession = { startedAt: string; seenAt: string; expiresAt: string };

export type Member = {
  id: string;
  name: string;
  role: Role;
  /** In small letters. Absent for who signs in by the links of an administrator only. */
  email?: string;
  createdAt: string;
  /** Of the name, the role, or the removal. */
  updatedAt: string;
  removedAt?: string;
  link?: MemberLink;
  mailedLink?: MailedLink;
  /** The first time; absent in items of earlier versions, too. */
  signedInAt?: string;
  /** By the hashes of their tokens. */
  sessions: Readonly<Record<string, MemberSession>>;
};

const after = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

export type GivenMember = Pick<Member, 'name' | 'role'> & { email?: string | undefined };

export function newMember(id: string, { name, role, email }: GivenMember, now: Date): Member {
  const at = now.toISOString();
  return { id, name, role, ...(email && { email }), createdAt: at, updatedAt: at, sessions: {} };
}

export const byOf = ({ id, name }: Member): By => ({ id, name });

export const isPresent = (member: Member): boolean => member.removedAt === undefined;

/** Takes the place of a link that was not spent. An invitation lasts for days. */
export const withLink = (member: Member, hash: string, now: Date): Member & { link: MemberLink } => ({
  ...member,
  link: { hash, createdAt: now.toISOString(), expiresAt: after(now, isInvited(member) ? INVITATION_MS : LINK_MS) },
});

/** Has never signed in, as far as is known. */
const isInvited = ({ signedInAt, sessions }: Member): boolean =>
  signedInAt === undefined && Object.keys(sessions).length === 0;

/** With a link to be mailed, which takes the place of the last such one. Undefined when there were too many, or too close together. */
export function withMailedLink(member: Member, hash: string, now: Date): Member | undefined {
  const { mailedLink: last } = member;
  const createdAt = now.toISOString();
  const isSameDay = last?.createdAt.slice(0, DAY_LENGTH) === createdAt.slice(0, DAY_LENGTH);
  const count = isSameDay ? (last?.count ?? 0) + 1 : 1;
  const isTooSoon = last !== undefined && last.createdAt > after(now, -MAILED_APART_MS);
  if (!isPresent(member) || isTooSoon || count > MAILED_A_DAY) return undefined;
  return { ...member, mailedLink: { hash, createdAt, expiresAt: after(now, LINK_MS), count } };
}

const DAY_LENGTH = '2026-01-31'.length;

/** Starts the session of this hash; undefined if the link was spent or replaced, has expired, or its member was removed. */
export function spendLink(
  { link, mailedLink, ...member }: Member,
  hashes: { link: string; session: string },
  now: Date,
): Member | undefined {
  const at = now.toISOString();
  const opens = (each: Partial<MemberLink> = {}) => each.hash === hashes.link && (each.expiresAt ?? '') > at;
  const isOpen = opens(link) || opens(mailedLink);
  if (!isOpen || !isPresent(member)) return undefined;
  // Both end: who is signed in needs neither. How many were mailed stays known.
  const { hash: _spent, ...mailed } = mailedLink ?? {};
  const started = { startedAt: at, seenAt: at, expiresAt: after(now, SESSION_MS) };
  const newest = Object.entries(liveSessions(member, now)).toSorted(([, a], [, b]) =>
    a.startedAt > b.startedAt ? -1 : 1,
  );
  return {
    ...member,
    ...(mailedLink && { mailedLink: mailed as MailedLink }),
    signedInAt: member.signedInAt ?? at,
    sessions: Object.fromEntries([...newest.slice(0, SESSION_LIMIT - 1), [hashes.session, started]]),
  };
}

const isLiveSession = ({ seenAt, expiresAt }: MemberSession, now: Date): boolean =>
  expiresAt > now.toISOString() && seenAt > after(now, -IDLE_MS);

export const liveSessions = ({ sessions }: Member, now: Date): Member['sessions'] =>
  Object.fromEntries(Object.entries(sessions).filter(([, session]) => isLiveSession(session, now)));

/** Undefined if the member has no such session, or was removed. */
export function liveSession(member: Member, hash: string, now: Date): MemberSession | undefined {
  const session = Object.hasOwn(member.sessions, hash) ? member.sessions[hash] : undefined;
  return session !== undefined && isPresent(member) && isLiveSession(session, now) ? session : undefined;
}

/** The same member if the session has ended, or was seen a moment ago. */
export function renewSession(member: Member, hash: string, now: Date): Member {
  const session = liveSession(member, hash, now);
  if (session === undefined || session.seenAt > after(now, -SEEN_MS)) return member;
  return { ...member, sessions: { ...member.sessions, [hash]: { ...session, seenAt: now.toISOString() } } };
}

/** The same member if there is no such session. */
export function endSession(member: Member, hash: string): Member {
  if (!Object.hasOwn(member.sessions, hash)) return member;
  const { [hash]: _ended, ...sessions } = member.sessions;
  return { ...member, sessions };
}

/** All sessions end, except the one of this hash. */
export const endSessions = (member: Member, except?: string): Member => ({
  ...member,
  sessions: Object.fromEntries(Object.entries(member.sessions).filter(([hash]) => hash === except)),
});

export type MemberChange = { name?: string | undefined; role?: Role | undefined; email?: string | undefined };

/** The same member if nothing changes. */
export function changeMember(
  member: Member,
  { name = member.name, role = member.role, email = member.email }: MemberChange,
  now: Date,
): Member {
  if (name === member.name && role === member.role && email === member.email) return member;
  // A link in the mailbox of another address signs nobody in.
  const { mailedLink, ...rest } = member;
  const kept = email === member.email && mailedLink ? { mailedLink } : {};
  return { ...rest, ...kept, name, role, ...(email && { email }), updatedAt: now.toISOString() };
}

/** Ends all sessions and the open link. The name stays, because the audit log names it. */
export function removeMember(member: Member, now: Date): Member {
  const at = now.toISOString();
  const { id, name, role, createdAt } = member;
  return { id, name, role, createdAt, sessions: {}, updatedAt: at, removedAt: at };
}

/** Whether a change takes away an administrator. */
export const endsAdmin = (before: Member, after: Member): boolean => isAdmin(before) && !isAdmin(after);

/** An administrator beside this member; undefined if there is none. */
export const anotherAdmin = <M extends Member>(members: readonly M[], { id }: Member): M | undefined =>
  members.find((member) => member.id !== id && isAdmin(member));

const isAdmin = (member: Member): boolean => member.role === 'admin' && isPresent(member);

/** @throws member_not_found, also for one who was removed */
export function presentMember(member: Member | undefined): Member {
  if (member === undefined || !isPresent(member)) throw memberNotFound();
  return member;
}

/** @throws member_limit */
export function checkMemberLimit(members: readonly Member[]): void {
  if (members.filter(isPresent).length >= MEMBER_LIMIT) throw memberLimit(MEMBER_LIMIT);
}
