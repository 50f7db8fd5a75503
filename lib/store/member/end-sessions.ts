/** Ends every session and every open link, of all accounts: a restored table has those of its instant, which may have ended since. */

import { parseMemberId } from '#lib/domain/ids.ts';
import { endSessions, type Member } from '#lib/domain/member.ts';
import { listAccounts } from '#lib/store/account/directory.ts';
import { listMembers, saveMember } from '#lib/store/member/members.ts';
import type { Table } from '#lib/store/table/table.ts';

/** How many members had any. */
export async function endAllSessions(table: Table): Promise<number> {
  let ended = 0;
  for (const { id: account } of await listAccounts(table)) {
    for (const member of (await listMembers(table, account)).filter(hasAny)) {
      const ref = parseMemberId(member.id);
      if (ref !== undefined) await saveMember(table, ref, withoutAny);
      ended += 1;
    }
  }
  return ended;
}

const hasAny = ({ link, sessions }: Member): boolean => link !== undefined || Object.keys(sessions).length > 0;

function withoutAny(member: Member): { member: Member } {
  const { link: _link, ...rest } = endSessions(member);
  return { member: rest };
}
