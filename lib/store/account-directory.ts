/** The directory of all accounts, which lists them without a scan; for operators and their tools only. */
import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { Account } from '#lib/domain/account.ts';
import { random } from '#lib/random.ts';
import { accountKey, directoryKey } from './keys.ts';
import { table, withRetry } from './table.ts';

export type AccountEntry = Pick<Account, 'id' | 'name' | 'mode' | 'createdAt'>;

/** Puts a new account together with its entry in the directory; fails if the id is taken. */
export async function createAccount(account: Account): Promise<void> {
  const { id, name, mode, createdAt } = account;
  const write = new TransactWriteCommand({
    TransactItems: [
      {
        Put: {
          TableName: table.name,
          Item: { ...accountKey(id), ...account },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        Put: {
          TableName: table.name,
          Item: { ...directoryKey(ulid(Date.parse(createdAt), random.fraction)), id, name, mode, createdAt },
        },
      },
    ],
  });
  await withRetry(() => table.client.send(write));
}

/** Every account, oldest first. For people and their tools; no request path calls it. */
export async function listAccounts(): Promise<AccountEntry[]> {
  const entries: AccountEntry[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': directoryKey('').pk },
      ExclusiveStartKey: from,
    });
    const { Items = [], LastEvaluatedKey } = await withRetry(() => table.client.send(query));
    entries.push(...Items.map(({ id, name, mode, createdAt }) => ({ id, name, mode, createdAt })));
    from = LastEvaluatedKey;
  } while (from);
  return entries;
}
