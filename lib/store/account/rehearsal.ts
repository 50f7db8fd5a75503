/** The account of rehearsals in the table: it is in no directory, and its key and its credentials are there while one is played. */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Account } from '#lib/domain/account.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { removeApiKey } from '#lib/store/account/api-keys.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { accountKey, credentialsKey } from '#lib/store/keys.ts';
import { ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { putIf, remove } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** False when it is there already. */
export const openRehearsals = (table: Table, account: Account): Promise<boolean> =>
  putIf(table, { item: { ...accountKey(account.id), ...account }, when: ITEM_IS_NEW });

/** A new collection as the table's stream tells Lambda of it. Nothing of it is stored as bytes. */
export async function changeOfRehearsal(table: Table, { account, hash }: CollectionRef): Promise<object> {
  const key = collectionKey(account, hash);
  const item = await table.getItem(key);
  if (item === undefined) throw new Error('the collection of the rehearsal is gone');
  const dynamodb = { SequenceNumber: '1', Keys: marshall(key), NewImage: marshall(item) };
  return { eventName: 'INSERT', eventSource: 'aws:dynamodb', dynamodb };
}

/** `keyHash`: of the API key of the rehearsal that is over. */
export async function closeRehearsal(
  table: Table,
  { account, keyHash, provider }: { account: string; keyHash: string; provider: string },
): Promise<void> {
  await removeApiKey(table, account, keyHash);
  await table.send(new DeleteCommand(remove(table, { key: credentialsKey(account, provider) })));
}
