/** The member of the local run's demo account: an administrator, so that the console can be tried. */

import { linksTo, memberStore } from '#infra/cli/manage-members.ts';
import { clock } from '#lib/clock.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import { isPresent, type Member } from '#lib/domain/member.ts';
import { listMembers } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { addMember, makeLink, type OneTimeLink } from '#lib/use-cases/manage-members.ts';

const YOU = { name: 'You', role: 'admin' } as const;

/** Adds the member at the first start, and when the account has no administrator any more. */
export async function keepMember(account: string, baseUrl: string): Promise<Member> {
  const known = (await listMembers(table, account)).find((member) => isPresent(member) && member.role === YOU.role);
  if (known !== undefined) return known;
  const links = await linksTo(baseUrl);
  return (await addMember(memberStore, { ...YOU, account, links }, { now: clock.now() })).member;
}

export async function signInLink(account: string, baseUrl: string): Promise<OneTimeLink> {
  const { id } = await keepMember(account, baseUrl);
  const asked = { ref: memberRefOf(id), links: await linksTo(baseUrl) };
  const { link, linkExpiresAt } = await makeLink(memberStore, asked, { now: clock.now() });
  return { link, linkExpiresAt };
}
