/** API keys in the table, by their hash, in the account's own partition. */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from '#lib/domain/api-key.ts';
import { mode } from './accounts.ts';
import { instant, object, optional, text } from './checks.ts';
import { IN_PARTITION, ITEM_EXISTS } from './expressions.ts';
import { API_KEY_PREFIX, accountKey, apiKeyKey, SORT_KEY } from './keys.ts';
import { readItem } from './read-item.ts';
import { send, table } from './table.ts';

const apiKey = object<ApiKey>({
  hash: text,
  mode,
  hint: text,
  createdAt: instant,
  expiresAt: optional(instant),
  revokedAt: optional(instant),
});

/** Reads a key strongly, so that a revocation holds from the next request on. */
export async function getApiKey(account: string, hash: string): Promise<ApiKey | undefined> {
  const get = new GetCommand({ TableName: table.name, Key: apiKeyKey(account, hash), ConsistentRead: true });
  const { Item } = await send(get);
  return Item && readItem(Item, apiKey);
}

export async function saveApiKey(account: string, key: ApiKey): Promise<void> {
  const put = new PutCommand({ TableName: table.name, Item: { ...apiKeyKey(account, key.hash), ...key } });
  await send(put);
}

export async function listApiKeys(account: string): Promise<ApiKey[]> {
  const query = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: `${IN_PARTITION} AND begins_with(${SORT_KEY}, :prefix)`,
    ExpressionAttributeValues: { ':pk': accountKey(account).pk, ':prefix': API_KEY_PREFIX },
    ConsistentRead: true,
  });
  const { Items = [] } = await send(query);
  return Items.map((item) => readItem(item, apiKey)).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Revokes a key; revoking it again keeps the first instant. @throws when there is no such key. */
export async function revokeApiKey(account: string, hash: string, now: Date): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: apiKeyKey(account, hash),
    UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
    ConditionExpression: ITEM_EXISTS,
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
  await send(update);
}
