/**
 * API keys of an account in the table, by their hashes, beside the account. Copies of a key are in partitions of their own, because every
 * request reads its key strongly, and one partition answers 3,000 such reads a second: who asks often is verified by one of them.
 */
import { DeleteCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from '#lib/domain/checked-token.ts';
import { ROLES } from '#lib/domain/member.ts';
import { mode } from '#lib/store/account/accounts.ts';
import { API_KEY_PREFIX, accountKey, apiKeyCopies, apiKeyKey, type Key, SORT_KEY } from '#lib/store/keys.ts';
import { instant, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { beginsWith, ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { atFirst, put, queryAll, remove, update, updateIf } from '#lib/store/table/requests.ts';
import { countRead } from '#lib/store/table/shared-reads.ts';
import type { Table } from '#lib/store/table/table.ts';

const apiKey = object<ApiKey>({
  hash: text,
  mode,
  hint: text,
  name: optional(text),
  role: optional(oneOf(ROLES)),
  createdAt: instant,
  expiresAt: optional(instant),
  revokedAt: optional(instant),
});

/**
 * Reads a key strongly, so that a revocation holds from the next request on: a copy of it, where this process reads it often. A key that is
 * older than copies has none. Versions before these revoke the key alone: it is looked at anew every five seconds.
 */
export async function getApiKey(table: Table, account: string, hash: string): Promise<ApiKey | undefined> {
  const { window, isOften } = countRead(table, 'key', hash);
  if (isOften && window.answer === undefined) {
    const copy = await table.getItem(anyOf(table, apiKeyCopies(account, hash)));
    if (copy !== undefined) return readItem(copy, apiKey);
    window.answer = { value: 'no copies' };
  }
  const item = await table.getItem(apiKeyKey(account, hash));
  const key = item && readItem(item, apiKey);
  if (key?.revokedAt !== undefined) window.answer = { value: 'revoked' };
  return key;
}

const anyOf = ({ random }: Table, keys: readonly Key[]): Key =>
  keys[Math.floor(random.fraction() * keys.length)] as Key;

/** With its copies, all or nothing. */
export async function saveApiKey(table: Table, account: string, key: ApiKey): Promise<void> {
  const places = [apiKeyKey(account, key.hash), ...apiKeyCopies(account, key.hash)];
  const TransactItems = places.map((place) => ({ Put: put(table, { item: { ...place, ...key } }) }));
  await table.send(new TransactWriteCommand({ TransactItems }));
}

export async function listApiKeys(table: Table, account: string): Promise<ApiKey[]> {
  const partition = accountKey(account).pk;
  const items = await queryAll(table, { partition, when: beginsWith(SORT_KEY, API_KEY_PREFIX) });
  return items.map((item) => readItem(item, apiKey)).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Revokes a key, its copies first; revoking it again keeps the first instant. @throws when there is no such key. */
export async function revokeApiKey(table: Table, account: string, hash: string, now: Date): Promise<void> {
  const revoked = (key: Key) => ({ key, set: { revokedAt: atFirst(now.toISOString()) }, when: ITEM_EXISTS });
  await Promise.all(apiKeyCopies(account, hash).map((copy) => updateIf(table, revoked(copy))));
  await table.send(new UpdateCommand(update(table, revoked(apiKeyKey(account, hash)))));
}

export async function removeApiKey(table: Table, account: string, hash: string): Promise<void> {
  const keys = [...apiKeyCopies(account, hash), apiKeyKey(account, hash)];
  await Promise.all(keys.map((key) => table.send(new DeleteCommand(remove(table, { key })))));
}
