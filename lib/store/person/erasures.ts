/** The log of erasures: whom each was about, as a hash, so that they can be repeated on a table that was restored. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ErasureSubject } from '#lib/domain/erasure.ts';
import { erasureKey } from '#lib/store/keys.ts';
import { instant, list, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { ITEM_EXISTS } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
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
