/** What the table holds about a person, as it is stored, without what only the table needs: for an export. */

import type { Address } from '#lib/domain/contact.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { ATTEMPT_PREFIX, collectionKey } from '#lib/store/collection/keys.ts';
import { type Key, PARTITION_KEY, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { optOutKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import type { Item } from '#lib/store/table/read-item.ts';
import { queryAll } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

type StoredRow = Readonly<Record<string, unknown>>;

const INTERNAL: readonly string[] = [PARTITION_KEY, SORT_KEY, TTL_ATTRIBUTE, 'version', 'token', 'receiptIds'];

const rowOf = (item: Item): StoredRow =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !INTERNAL.includes(name)));

const getHeld = async (table: Table, key: Key): Promise<StoredRow | null> => {
  const item = await table.getItem(key);
  return item === undefined ? null : rowOf(item);
};

export async function getHeldAddress(
  table: Table,
  { channel, address }: Address,
): Promise<{ optOut: StoredRow | null; unreachable: StoredRow | null }> {
  const keys = [optOutKey(channel, address), unreachableKey(channel, address)];
  const [optOut = null, unreachable = null] = await Promise.all(keys.map((key) => getHeld(table, key)));
  return { optOut, unreachable };
}

/** With their receipts. */
export async function getHeldAttempts(table: Table, { account, hash }: CollectionRef): Promise<StoredRow[]> {
  const items = await queryAll(table, { partition: collectionKey(account, hash).pk });
  return items.filter(({ sk }) => sk.startsWith(ATTEMPT_PREFIX)).map(rowOf);
}
