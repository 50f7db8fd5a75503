/** Accounts in the table, each with its providers inside it, and the directory that lists them without a scan. */
import { GetCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '#lib/domain/account.ts';
import { accountKey, directoryKey } from './keys.ts';
import { attempt, table } from './table.ts';

export type AccountEntry = Pick<Account, 'id' | 'name' | 'mode' | 'createdAt'>;

/** Countries of accounts read before: they never change. */
const countries = new Map<string, { country?: string }>();
const MOST_COUNTRIES = 10_000;

/** Reads an account strongly, providers included. */
export async function getAccount(account: string): Promise<Account | undefined> {
  const get = new GetCommand({ TableName: table.name, Key: accountKey(account), ConsistentRead: true });
  const { Item } = await attempt(() => table.client.send(get));
  const found = Item as Account | undefined;
  if (found && countries.size < MOST_COUNTRIES) countries.set(account, found.country ? { country: found.country } : {});
  return found;
}

/** The default country of an account that this process has read before. */
export const rememberedCountry = (account: string): { country?: string } | undefined => countries.get(account);

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
      { Put: { TableName: table.name, Item: { ...directoryKey(createdAt, id), id, name, mode, createdAt } } },
    ],
  });
  await attempt(() => table.client.send(write));
}

/** Every account, oldest first. For people and their tools; no request path calls it. */
export async function listAccounts(): Promise<AccountEntry[]> {
  const entries: AccountEntry[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': directoryKey('', '').pk },
      ExclusiveStartKey: from,
    });
    const { Items = [], LastEvaluatedKey } = await attempt(() => table.client.send(query));
    entries.push(...Items.map(({ id, name, mode, createdAt }) => ({ id, name, mode, createdAt })));
    from = LastEvaluatedKey;
  } while (from);
  return entries;
}

/** Sets the provider used when a create names none; false when the account or the provider does not exist. */
export async function setDefaultProvider(account: string, slug: string): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: accountKey(account),
    UpdateExpression: 'SET defaultProvider = :slug',
    ConditionExpression: 'attribute_exists(providers.#slug)',
    ExpressionAttributeNames: { '#slug': slug },
    ExpressionAttributeValues: { ':slug': slug },
  });
  return attempt(() => table.client.send(update)).then(
    () => true,
    (error) => {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
      throw error;
    },
  );
}
