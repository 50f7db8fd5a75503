/** What the merchant console is shown of members and their sessions. */
import type { Account } from '#lib/domain/account.ts';
import type { Member, MemberSession } from '#lib/domain/member.ts';
import { liveSessions } from '#lib/domain/member-sign-in.ts';
import { passkeysOf } from '#lib/domain/passkey.ts';

const SESSION_ID_LENGTH = 12;

/** Who is signed in where, and until when. */
export function showSignIn(
  { account, member, session }: { account: Account; member: Member; session: MemberSession },
  baseUrl: string,
) {
  const { id, name, mode, country } = account;
  return {
    account: { id, name, mode, ...(country !== undefined && { country }) },
    member: { id: member.id, name: member.name, role: member.role, passkeys: showPasskeys(member) },
    expiresAt: session.expiresAt,
    baseUrl,
  };
}

const showPasskeys = (member: Member) =>
  Object.entries(passkeysOf(member)).map(([id, { name, createdAt, usedAt }]) => ({
    ...{ id, name, createdAt },
    ...(usedAt !== undefined && { usedAt }),
  }));

/** What every member may see of another. */
export const showMember = ({ id, name, role, createdAt }: Member) => ({ id, name, role, createdAt });

/** What administrators see besides. `current` is the hash of the session that asks. */
export function showMemberToAdmin(member: Member, { current, now }: { current: string; now: Date }) {
  const { link, email, weeklyEmail } = member;
  const isOpen = link !== undefined && link.expiresAt > now.toISOString();
  return {
    ...showMember(member),
    ...(email !== undefined && { email, weeklyEmail: weeklyEmail ?? false }),
    ...(isOpen && { link: { expiresAt: link.expiresAt } }),
    sessions: Object.entries(liveSessions(member, now)).map(([hash, { startedAt, seenAt, expiresAt }]) => ({
      id: hash.slice(0, SESSION_ID_LENGTH),
      startedAt,
      seenAt,
      expiresAt,
      current: hash === current,
    })),
  };
}
