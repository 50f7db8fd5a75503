/** All members of an account, those who were removed included; and the changes for which all must be known. */

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { accountKey, MEMBER_PREFIX, SORT_KEY } from '#lib/store/keys.ts';
import { IN_PARTITION } from '#lib/store/table/expressions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

import { type MemberUpdate, saveMember } from './change-members.ts';
import { type StoredMember, storedMember } from './members.ts';

/** Reads strongly; the oldest first. */
export async function listMembers(table: Table, account: string): Promise<StoredMember[]> {
  const members: StoredMember[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: `${IN_PARTITION} AND begins_with(${SORT_KEY}, :prefix)`,
      ExpressionAttributeValues: { ':pk': accountKey(account).pk, ':prefix': MEMBER_PREFIX },
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    const { Items = [], LastEvaluatedKey } = await table.send(query);
    members.push(...Items.map((item) => readItem(item, storedMember)));
    from = LastEvaluatedKey;
  } while (from);
  return members.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Like {@link saveMember}, for a change that can take away an administrator. @throws last_admin too */
export const saveAnyMember = (table: Table, ref: CollectionRef, change: MemberUpdate): Promise<Member | undefined> =>
  saveMember(table, ref, change, (account) => listMembers(table, account));
