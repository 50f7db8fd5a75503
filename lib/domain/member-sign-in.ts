/** How a member signs in to the console: one-time links, handed over or mailed, and the sessions that they start. */

import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { isPresent, type MailedLink, type Member, type MemberLink, type MemberSession } from './member.ts';

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

const after = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

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
  if (!opens(link) && !opens(mailedLink)) return undefined;
  // Both end: who is signed in needs neither. How many were mailed stays known.
  const { hash: _spent, ...mailed } = mailedLink ?? {};
  return withSession({ ...member, ...(mailedLink && { mailedLink: mailed as MailedLink }) }, hashes.session, now);
}

/** With the session of this hash; undefined if the member was removed. */
export function withSession(member: Member, hash: string, now: Date): Member | undefined {
  if (!isPresent(member)) return undefined;
  const at = now.toISOString();
  const started = { startedAt: at, seenAt: at, expiresAt: after(now, SESSION_MS) };
  const newest = Object.entries(liveSessions(member, now)).toSorted(([, a], [, b]) =>
    a.startedAt > b.startedAt ? -1 : 1,
  );
  return {
    ...member,
    signedInAt: member.signedInAt ?? at,
    sessions: Object.fromEntries([...newest.slice(0, SESSION_LIMIT - 1), [hash, started]]),
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
