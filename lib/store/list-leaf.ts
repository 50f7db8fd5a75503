/** The leaves of the list log as they are read; `list-log.ts` says how they are written. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { hashToBytes, toBase36 } from '#lib/domain/ids.ts';
import { leafKey, leafNumber } from './keys.ts';
import { attempt, table } from './table.ts';

/** 50 entries of 16 bytes stay below 1 KB: an append costs one write unit however full the leaf is. */
export const LEAF_SIZE = 50;

/** Entries are collections' hashes, oldest first: entry i of leaf k has rank 50k + i. */
export type Leaf = { leaf: number; entries: readonly string[] };

type LeafItem = { sk: string; entries?: Uint8Array[] };

const fromItem = ({ sk, entries = [] }: LeafItem): Leaf => ({ leaf: leafNumber(sk), entries: entries.map(toBase36) });

/** The form in which a leaf holds a hash. */
export function entryOf(hash: string): Uint8Array {
  const bytes = hashToBytes(hash);
  if (bytes === undefined) throw new Error('not the hash of a collection');
  return bytes;
}

/** How many entries the whole list has. */
export const countUpTo = (newest: Leaf | undefined): number =>
  newest === undefined ? 0 : newest.leaf * LEAF_SIZE + newest.entries.length;

/** The newest leaves, newest first, read strongly. */
export async function newestLeaves(account: string, most: number): Promise<Leaf[]> {
  return query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': leafKey(account, 0).pk },
    ScanIndexForward: false,
    Limit: most,
    ConsistentRead: true,
  });
}

/** Leaves `first` to `last`, which are known to be full. A full leaf never changes, so a cheap read will do if it shows them full. */
export async function fullLeaves(account: string, first: number, last: number): Promise<Leaf[]> {
  const range = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': leafKey(account, 0).pk,
      ':first': leafKey(account, first).sk,
      ':last': leafKey(account, last).sk,
    },
  };
  const leaves = await query({ ...range, ConsistentRead: false });
  const complete = leaves.length === last - first + 1 && leaves.every((leaf) => leaf.entries.length === LEAF_SIZE);
  return complete ? leaves : query({ ...range, ConsistentRead: true });
}

/** Whether a leaf holds a hash; read strongly. */
export async function leafHolds(account: string, leaf: number, hash: string): Promise<boolean> {
  const { Item } = await attempt(() =>
    table.client.send(new GetCommand({ TableName: table.name, Key: leafKey(account, leaf), ConsistentRead: true })),
  );
  return Item !== undefined && fromItem(Item as LeafItem).entries.includes(hash);
}

type Range = Omit<ConstructorParameters<typeof QueryCommand>[0], 'TableName'>;

async function query(range: Range): Promise<Leaf[]> {
  const { Items = [] } = await attempt(() => table.client.send(new QueryCommand({ TableName: table.name, ...range })));
  return Items.map((item) => fromItem(item as LeafItem));
}
