/** Fills the list of an account quickly with exactly the items that the same number of creates stores. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type CollectionItem, toItem } from '#lib/store/collection/item.ts';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { entryOf, SEGMENT_SIZE } from '#lib/store/list/log.ts';
import { aCollection, CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import type { ReachedTable } from './bench-table.ts';

/** DynamoDB's maximum number of items in one request. */
const BATCH = 25;
const WRITERS = 16;

/** A create puts its collection into the index of due runs, by the time of its first follow-up. */
const FIRST_RUN = minutesLater(60).toISOString();

export type Item = Record<string, unknown>;

/** Makes a second item of each collection, for the design that is compared. */
type Twin = (rank: number, item: CollectionItem) => Item | undefined;
type Seed = { account: string; rows: number; twin?: Twin };

export async function seedCollections(into: ReachedTable, seed: Seed): Promise<void> {
  await writeItems(into, itemsOf(seed));
}

/** Writes all items in concurrent batches. */
export async function writeItems(into: ReachedTable, items: Iterator<Item>): Promise<void> {
  await Promise.all(Array.from({ length: WRITERS }, () => writeAll(into, items)));
}

function* itemsOf({ account, rows, twin }: Seed): Generator<Item> {
  let entries: Uint8Array[] = [];
  for (let rank = 0; rank < rows; rank += 1) {
    const segment = Math.floor(rank / SEGMENT_SIZE);
    const collection = aCollection({
      account,
      reference: `order-${rank}`,
      createdAt: createdAt(rank),
      nextRunAt: FIRST_RUN,
    });
    const item = toItem(collection, { nonce: `seed-${String(rank).padStart(21, '0')}`, startSegment: segment });
    yield item;
    const second = twin?.(rank, item);
    if (second) yield second;
    entries.push(entryOf(collection.ref.hash));
    if (entries.length < SEGMENT_SIZE && rank < rows - 1) continue;
    yield { ...segmentKey(account, segment), entries, openedAt: createdAt(segment * SEGMENT_SIZE) };
    entries = [];
  }
}

/** Creations are a millisecond apart, so that the order by time equals the order by rank. */
const createdAt = (rank: number): string => new Date(CREATED_AT.getTime() + rank).toISOString();

async function writeAll({ tableName, documents }: ReachedTable, items: Iterator<Item>): Promise<void> {
  for (let batch = take(items); batch.length > 0; batch = take(items)) {
    let puts = batch.map((Item) => ({ PutRequest: { Item } }));
    while (puts.length > 0) {
      const write = new BatchWriteCommand({ RequestItems: { [tableName]: puts } });
      const { UnprocessedItems } = await documents.send(write);
      puts = (UnprocessedItems?.[tableName] ?? []) as typeof puts;
    }
  }
}

function take(items: Iterator<Item>): Item[] {
  const batch: Item[] = [];
  while (batch.length < BATCH) {
    const { value, done } = items.next();
    if (done) break;
    batch.push(value);
  }
  return batch;
}
