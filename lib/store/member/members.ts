/** Members of accounts in the table. One item holds a member's role, link and sessions, so that one read checks a request. */

import type { CollectionRef } from '#lib/domain/ids.ts';
import { memberId } from '#lib/domain/ids.ts';
import type { Member, MemberLink, MemberSession } from '#lib/domain/member.ts';
import { ROLES } from '#lib/domain/role.ts';
import { memberKey } from '#lib/store/keys.ts';
import { instant, integer, map, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

/** `version` counts the writes. */
export type StoredMember = Member & { version: number };

export const storedMember = object<StoredMember>({
  id: text,
  name: text,
  role: oneOf(ROLES),
  createdAt: instant,
  updatedAt: instant,
  removedAt: optional(instant),
  link: optional(object<MemberLink>({ hash: text, createdAt: instant, expiresAt: instant })),
  sessions: map(object<MemberSession>({ startedAt: instant, seenAt: instant, expiresAt: instant })),
  version: integer,
});

/** Reads strongly, so that a removal or another role holds from the next request on. */
export async function getMember(table: Table, ref: CollectionRef): Promise<StoredMember | undefined> {
  const item = await table.getItem(memberKey(ref.account, memberId(ref)));
  return item && readItem(item, storedMember);
}
