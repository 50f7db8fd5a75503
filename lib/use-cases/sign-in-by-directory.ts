/** Signs in who a company's directory says it is: as the member that they are, or as a new one. The directory says the role each time. */
import type { Account } from '#lib/domain/account.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { type Directory, type DirectoryPerson, directoryMemberRef } from '#lib/domain/directory.ts';
import { directoryRefused } from '#lib/domain/errors.ts';
import { type MemberRef, memberId, memberRefOf } from '#lib/domain/ids.ts';
import { changeMember, checkMemberLimit, type Member, newMember } from '#lib/domain/member.ts';
import { withSession } from '#lib/domain/member-sign-in.ts';
import type { Store } from '#lib/store/store.ts';

type Ports = Pick<Store, 'getMember' | 'findMembersByEmail' | 'listMembers' | 'addMemberOnce' | 'saveAnyMember'>;

type SignIn = {
  account: Account;
  directory: Directory;
  person: DirectoryPerson;
  now: Date;
  /** Makes the session of a member, and answers its hash. */
  startSession: (ref: MemberRef) => string;
};

/**
 * An address that the directory vouches for finds the member whom an administrator has added. @throws directory_refused for who was
 * removed, last_admin when the directory takes the last administrator's role, member_limit
 */
export async function signInByDirectory(
  ports: Ports,
  { account, directory, person, now, startSession }: SignIn,
): Promise<{ ref: MemberRef; member: Member }> {
  const own = directoryMemberRef(account, directory, person);
  const ref = (await ports.getMember(own)) ? own : ((await findAdded(ports, account, person)) ?? own);
  const hash = startSession(ref);
  const signIn = (stored: Member) => {
    const member = withSession(changeMember(stored, { role: person.role }, now), hash, now);
    if (member === undefined) throw directoryRefused();
    const detail = `directory, ${stored.role === member.role ? '' : `${stored.role} → `}${member.role}`;
    return { member, audit: newAuditEntry('signed_in', { member, detail }, now) };
  };
  for (;;) {
    const saved = await ports.saveAnyMember(ref, signIn);
    if (saved !== undefined) return { ref, member: saved };
    checkMemberLimit(await ports.listMembers(account.id));
    const added = signIn(newMember(memberId(ref), person, now));
    // Another tab may be faster: then the member is there.
    if (await ports.addMemberOnce(account.id, added)) return { ref, member: added.member };
  }
}

async function findAdded(
  { findMembersByEmail }: Ports,
  { id }: Account,
  { email }: DirectoryPerson,
): Promise<MemberRef | undefined> {
  const all = email === undefined ? [] : await findMembersByEmail(email);
  const refs = all.map((member) => memberRefOf(member.id));
  return refs.find(({ account }) => account === id);
}
