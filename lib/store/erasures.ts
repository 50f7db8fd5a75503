/** The log of erasures: whom each was about, as a hash, so that they can be repeated on a table that was restored. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Subject } from '#lib/domain/erasure.ts';
import { instant, object, oneOf, text } from './checks.ts';
import { queryPartition } from './collections.ts';
import { erasureKey } from './deployment-keys.ts';
import { readItem } from './read-item.ts';
import { send, table } from './table.ts';

export type Erasure = Subject & { account: string; at: string };

const stored = object<Erasure>({
  account: text,
  at: instant,
  by: oneOf(['contact', 'phone', 'email']),
  value: text,
});

/** Before anything is erased: an erasure that was interrupted is repeated, too. */
export async function recordErasure(erasure: Erasure): Promise<void> {
  const { at, account, by, value } = erasure;
  const key = erasureKey(`${at}#${account}#${by}#${value}`);
  await send(new PutCommand({ TableName: table.name, Item: { ...key, ...erasure } }));
}

/** All of them, oldest first. */
export async function listErasures(): Promise<Erasure[]> {
  const items = await queryPartition(erasureKey().pk);
  return items.map((item) => readItem(item, stored));
}
