/** The log of erasures, whom each was about as a hash, so that they can be repeated on a table that was restored; and what the table holds about a person, for an export. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Address } from '#lib/domain/contact.ts';
import type { ErasureSubject } from '#lib/domain/erasure.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { ATTEMPT_PREFIX, collectionKey } from '#lib/store/collection/keys.ts';
import { erasureKey, type Key, PARTITION_KEY, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { optOutKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import { instant, list, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { put, queryAll, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** `hashes`: until it has ended, of the collections that it is about. Afterwards nothing connects them. */
export type Erasure = ErasureSubject & { account: string; at: string; hashes?: readonly string[] | undefined };

const stored = object<Erasure>({
  account: text,
  at: instant,
  by: oneOf(['contact', 'phone', 'email']),
  value: text,
  hashes: optional(list(text)),
});

const keyOf = ({ at, account, by, value }: Erasure) => erasureKey(`${at}#${account}#${by}#${value}`);

/** Before anything is erased: an erasure that was interrupted is repeated, too. */
export async function recordErasure(table: Table, erasure: Erasure): Promise<void> {
  await table.send(new PutCommand(put(table, { item: { ...keyOf(erasure), ...erasure } })));
}

/** Those of the same person that have not ended: what they were about may not be found by the person any more. */
export const listUnended = async (
  table: Table,
  { account, by, value }: ErasureSubject & { account: string },
): Promise<Erasure[]> =>
  (await listErasures(table)).filter(
    (each) => each.hashes !== undefined && each.account === account && each.by === by && each.value === value,
  );

export async function endErasure(table: Table, erasure: Erasure): Promise<void> {
  await updateIf(table, { key: keyOf(erasure), remove: ['hashes'], when: ITEM_EXISTS });
}

/** All of them, oldest first. */
export async function listErasures(table: Table): Promise<Erasure[]> {
  const items = await queryAll(table, { partition: erasureKey().pk });
  return items.map((item) => readItem(item, stored));
}

type StoredRow = Readonly<Record<string, unknown>>;

const INTERNAL: readonly string[] = [PARTITION_KEY, SORT_KEY, TTL_ATTRIBUTE, 'version', 'token', 'receiptIds'];

const rowOf = (item: Item): StoredRow =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !INTERNAL.includes(name)));

const getHeld = async (table: Table, key: Key): Promise<StoredRow | null> => {
  const item = await table.getItem(key);
  return item === undefined ? null : rowOf(item);
};

/** For an export: as it is stored, without what only the table needs. */
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
