/** Members: who works for the merchant in the console, each with a role, at most one open one-time link beside one that was mailed, and sessions. */

import { memberLimit, memberNotFound, tooManyRequests, validationFailed } from './errors.ts';

export const ROLES = ['viewer', 'agent', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const covers = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Per account, without those who were removed. */
export const MEMBER_LIMIT = 100;
export const MAX_NAME_LENGTH = 100;

/** `hash` is that of its token. Instants are ISO 8601, here and below. */
export type MemberLink = { hash: string; createdAt: string; expiresAt: string };

/** The last link that was mailed, and how many were on that day. It has no hash once a link is spent. */
export type MailedLink = Omit<MemberLink, 'hash'> & { hash?: string; count: number };

export type MemberSession = { startedAt: string; seenAt: string; expiresAt: string };

/** Bytes are in base64url. `spent`: challenges that were signed, until they would have expired. */
export type Passkey = {
  name: string;
  publicKey: string;
  counter: number;
  createdAt: string;
  usedAt?: string;
  spent?: Readonly<Record<string, string>>;
};

export type Member = {
  id: string;
  name: string;
  role: Role;
  /** In small letters. Absent for who signs in by the links of an administrator only. */
  email?: string;
  /** Wants the weekly summary, at that address. */
  weeklyEmail?: boolean;
  createdAt: string;
  /** Of the name, the role, or the removal. */
  updatedAt: string;
  removedAt?: string;
  link?: MemberLink;
  mailedLink?: MailedLink;
  /** When a text was last mailed to try it. */
  triedAt?: string;
  /** The first time; absent in items of earlier versions, too. */
  signedInAt?: string;
  /** By their ids. */
  passkeys?: Readonly<Record<string, Passkey>>;
  /** By the hashes of their tokens. */
  sessions: Readonly<Record<string, MemberSession>>;
};

export type GivenMember = Pick<Member, 'name' | 'role'> & {
  email?: string | undefined;
  weeklyEmail?: boolean | undefined;
};

/** @throws validation_failed for a weekly email to nobody */
export function newMember(id: string, { name, role, email, weeklyEmail = false }: GivenMember, now: Date): Member {
  const at = now.toISOString();
  return { id, name, role, ...reachedAt(email, weeklyEmail), createdAt: at, updatedAt: at, sessions: {} };
}

function reachedAt(email: string | undefined, weeklyEmail: boolean): Pick<Member, 'email' | 'weeklyEmail'> {
  if (weeklyEmail && email === undefined)
    throw validationFailed([{ path: 'weeklyEmail', message: 'needs an email address' }]);
  return { ...(email && { email }), ...(weeklyEmail && { weeklyEmail }) };
}

export type By = { id: string; name: string };

/** The part of an event that names the member of the account who made the change; empty for a change that no member made. */
export const memberAsActor = (member: By | undefined): { data?: { actor: 'merchant'; member: By } } =>
  member === undefined ? {} : { data: { actor: 'merchant', member } };

export const byOf = ({ id, name }: Member): By => ({ id, name });

export const isPresent = (member: Member): boolean => member.removedAt === undefined;

export type MemberChange = {
  name?: string | undefined;
  role?: Role | undefined;
  /** Null takes the address away, and the weekly email with it. */
  email?: string | null | undefined;
  weeklyEmail?: boolean | undefined;
};

/** The same member if nothing changes. @throws validation_failed for a weekly email to nobody */
export function changeMember(member: Member, change: MemberChange, now: Date): Member {
  const { email: before, weeklyEmail: wished = false, mailedLink, ...rest } = member;
  const { name = member.name, role = member.role } = change;
  const email = change.email === null ? undefined : (change.email ?? before);
  const { weeklyEmail = wished && email !== undefined } = change;
  const isSame = name === member.name && role === member.role && email === before && weeklyEmail === wished;
  if (isSame) return member;
  // A link in the mailbox of another address signs nobody in.
  const kept = email === before && mailedLink ? { mailedLink } : {};
  return { ...rest, ...kept, name, role, ...reachedAt(email, weeklyEmail), updatedAt: now.toISOString() };
}

/** Nobody reads faster, and a mailbox is not filled. */
const TRIED_APART_MS = 20_000;

/** Who gets a text to try now. @throws validation_failed for who has no address, and too_many_requests */
export function triedBy(member: Member, now: Date): Member {
  const { email, triedAt } = presentMember(member);
  if (email === undefined) throw validationFailed([{ path: 'email', message: 'is missing: you have no address here' }]);
  if (triedAt !== undefined && Date.parse(triedAt) + TRIED_APART_MS > now.getTime()) throw tooManyRequests();
  return { ...member, triedAt: now.toISOString() };
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
