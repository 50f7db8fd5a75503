/** API keys in the table, by their hash, in the account's own partition. */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from '#lib/domain/api-key.ts';
import { API_KEY_PREFIX, accountKey, apiKeyKey, type Key } from './keys.ts';
import { table, withRetry } from './table.ts';

type ApiKeyItem = ApiKey & Key;

const fromItem = ({ pk: _pk, sk: _sk, ...key }: ApiKeyItem): ApiKey => key;

/** Reads a key strongly, so that a revocation holds from the next request on. */
export async function getApiKey(account: string, hash: string): Promise<ApiKey | undefined> {
  const get = new GetCommand({ TableName: table.name, Key: apiKeyKey(account, hash), ConsistentRead: true });
  const { Item } = await withRetry(() => table.client.send(get));
  return Item && fromItem(Item as ApiKeyItem);
}

export async function saveApiKey(account: string, key: ApiKey): Promise<void> {
  const put = new PutCommand({ TableName: table.name, Item: { ...apiKeyKey(account, key.hash), ...key } });
  await withRetry(() => table.client.send(put));
}

export async function listApiKeys(account: string): Promise<ApiKey[]> {
  const query = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(account).pk, ':prefix': API_KEY_PREFIX },
    ConsistentRead: true,
  });
  const { Items = [] } = await withRetry(() => table.client.send(query));
  return Items.map((item) => fromItem(item as ApiKeyItem)).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Revokes a key that exists; revoking it again keeps the first instant. */
export async function revokeApiKey(account: string, hash: string, now: Date): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: apiKeyKey(account, hash),
    UpdateExpression: 'SET revokedAt = if_not_exists(revokedAt, :now)',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
  await withRetry(() => table.client.send(update));
}
