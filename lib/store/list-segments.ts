/** The leaves of the list log as they are read; `list-log.ts` says how they are written. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { hashToBytes, toBase36 } from '#lib/domain/ids.ts';
import { segmentKey, segmentNumber } from './keys.ts';
import { table, withRetry } from './table.ts';

/** 50 entries of 16 bytes stay below 1 KB: an append costs one write unit however full the segment is. */
export const SEGMENT_SIZE = 50;

/** Entries are collections' hashes, oldest first: entry i of segment k has rank 50k + i. */
export type Segment = { segment: number; entries: readonly string[] };

type SegmentItem = { sk: string; entries?: Uint8Array[] };

const fromItem = ({ sk, entries = [] }: SegmentItem): Segment => ({
  segment: segmentNumber(sk),
  entries: entries.map(toBase36),
});

/** The form in which a segment holds a hash. */
export function entryOf(hash: string): Uint8Array {
  const bytes = hashToBytes(hash);
  if (bytes === undefined) throw new Error('not the hash of a collection');
  return bytes;
}

/** How many entries the whole list has. */
export const countUpTo = (newest: Segment | undefined): number =>
  newest === undefined ? 0 : newest.segment * SEGMENT_SIZE + newest.entries.length;

/** The newest leaves, newest first, read strongly. */
export async function newestSegments(account: string, max: number): Promise<Segment[]> {
  return query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': segmentKey(account, 0).pk },
    ScanIndexForward: false,
    Limit: max,
    ConsistentRead: true,
  });
}

/** Leaves `first` to `last`, which are known to be full. A full segment never changes, so a cheap read will do if it shows them full. */
export async function fullSegments(account: string, first: number, last: number): Promise<Segment[]> {
  const range = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': segmentKey(account, 0).pk,
      ':first': segmentKey(account, first).sk,
      ':last': segmentKey(account, last).sk,
    },
  };
  const segments = await query({ ...range, ConsistentRead: false });
  const complete =
    segments.length === last - first + 1 && segments.every((segment) => segment.entries.length === SEGMENT_SIZE);
  return complete ? segments : query({ ...range, ConsistentRead: true });
}

/** Whether a segment holds a hash; read strongly. */
export async function segmentHolds(account: string, segment: number, hash: string): Promise<boolean> {
  const { Item } = await withRetry(() =>
    table.client.send(
      new GetCommand({ TableName: table.name, Key: segmentKey(account, segment), ConsistentRead: true }),
    ),
  );
  return Item !== undefined && fromItem(Item as SegmentItem).entries.includes(hash);
}

type Range = Omit<ConstructorParameters<typeof QueryCommand>[0], 'TableName'>;

async function query(range: Range): Promise<Segment[]> {
  const { Items = [] } = await withRetry(() =>
    table.client.send(new QueryCommand({ TableName: table.name, ...range })),
  );
  return Items.map((item) => fromItem(item as SegmentItem));
}
