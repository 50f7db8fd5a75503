/** Members: who works for the merchant in the console, each with a role, at most one open one-time link, and sessions. */

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

const LINK_MS = 10 * MINUTE_MS;
const IDLE_MS = 12 * 60 * MINUTE_MS;
const SESSION_MS = 7 * 24 * 60 * MINUTE_MS;
/** A session that was seen more recently is not written again. */
const SEEN_MS = 5 * MINUTE_MS;

/** `hash` is that of its token. Instants are ISO 8601, here and below. */
export type MemberLink = { hash: string; createdAt: string; expiresAt: string };

export type MemberSession = { startedAt: string; seenAt: string; expiresAt: string };

export type Member = {
  id: string;
  name: string;
  role: Role;
  createdAt: string;
  /** Of the name, the role, or the removal. */
  updatedAt: string;
  removedAt?: string;
  link?: MemberLink;
  /** By the hashes of their tokens. */
  sessions: Readonly<Record<string, MemberSession>>;
};

const after = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

export function newMember(id: string, { name, role }: Pick<Member, 'name' | 'role'>, now: Date): Member {
  const at = now.toISOString();
  return { id, name, role, createdAt: at, updatedAt: at, sessions: {} };
}

export const byOf = ({ id, name }: Member): By => ({ id, name });

export const isPresent = (member: Member): boolean => member.removedAt === undefined;

/** Takes the place of a link that was not spent. */
export const withLink = (member: Member, hash: string, now: Date): Member & { link: MemberLink } => ({
  ...member,
  link: { hash, createdAt: now.toISOString(), expiresAt: after(now, LINK_MS) },
});

/** Starts the session of this hash; undefined if the link was spent or replaced, has expired, or its member was removed. */
export function spendLink(
  { link, ...member }: Member,
  hashes: { link: string; session: string },
  now: Date,
): Member | undefined {
  const isOpen = link?.hash === hashes.link && link.expiresAt > now.toISOString() && isPresent(member);
  if (!isOpen) return undefined;
  const at = now.toISOString();
  const started = { startedAt: at, seenAt: at, expiresAt: after(now, SESSION_MS) };
  const newest = Object.entries(liveSessions(member, now)).toSorted(([, a], [, b]) =>
    a.startedAt > b.startedAt ? -1 : 1,
  );
  return {
    ...member,
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

export type MemberChange = { name?: string | undefined; role?: Role | undefined };

/** The same member if nothing changes. */
export function changeMember(
  member: Member,
  { name = member.name, role = member.role }: MemberChange,
  now: Date,
): Member {
  if (name === member.name && role === member.role) return member;
  return { ...member, name, role, updatedAt: now.toISOString() };
}

/** Ends all sessions and the open link. The name stays, because the audit log names it. */
export function removeMember({ link: _link, ...member }: Member, now: Date): Member {
  const at = now.toISOString();
  return { ...member, sessions: {}, updatedAt: at, removedAt: at };
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
