/** The directory of all accounts, which lists them without a scan; for operators only. */

import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { Account } from '#lib/domain/account.ts';
import { mode } from '#lib/store/account/accounts.ts';
import { accountKey, directoryKey } from '#lib/store/account/keys.ts';
import { copyOptOutSecret, getOptOutSecret } from '#lib/store/opt-out/secret.ts';
import { instant, object, text } from '#lib/store/table/checks.ts';
import { IN_PARTITION, ITEM_IS_NEW } from '#lib/store/table/expressions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

export type AccountEntry = Pick<Account, 'id' | 'name' | 'mode' | 'createdAt'>;

const entry = object<AccountEntry>({ id: text, name: text, mode, createdAt: instant });

/** Puts a new account together with its entry in the directory. @throws when the id is taken. */
export async function createAccount(table: Table, account: Account): Promise<void> {
  const { id, name, mode, createdAt } = account;
  const write = new TransactWriteCommand({
    TransactItems: [
      {
        Put: {
          TableName: table.name,
          Item: { ...accountKey(id), ...account },
          ConditionExpression: ITEM_IS_NEW,
        },
      },
      {
        Put: {
          TableName: table.name,
          Item: { ...directoryKey(ulid(Date.parse(createdAt), table.random.fraction)), id, name, mode, createdAt },
        },
      },
    ],
  });
  await table.send(write);
  // After the entry: whoever makes the key meanwhile finds the account in the directory.
  const secret = await getOptOutSecret(table);
  if (secret !== undefined) await copyOptOutSecret(table, id, secret);
}

/** Every account, oldest first. No request of the API calls it. */
export async function listAccounts(table: Table): Promise<AccountEntry[]> {
  const entries: AccountEntry[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: IN_PARTITION,
      ExpressionAttributeValues: { ':pk': directoryKey('').pk },
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    const { Items = [], LastEvaluatedKey } = await table.send(query);
    entries.push(...Items.map((item) => readItem(item, entry)));
    from = LastEvaluatedKey;
  } while (from);
  return entries;
}
