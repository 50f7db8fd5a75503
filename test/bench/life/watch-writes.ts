/** Watches what the store writes: the units of each request as AWS counts them, and the changes as the table's stream shows them. */
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { asLambdaGets } from '#infra/local/stream/as-lambda-gets.ts';
import type { StreamRecord } from '#infra/local/stream/stream-reader.ts';
import { clock } from '#lib/clock.ts';
import { INDEXES, type TableIndex } from '#lib/store/indexes.ts';
import { PARTITION_KEY, SORT_KEY } from '#lib/store/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type Item, sizeOf } from '#test/support/item-size.ts';
import { addDemand, type Demands } from './watch-partitions.ts';

type Written = { before: Item | undefined; after: Item | undefined };
/** `indexInTransaction`: the part of `index` that belongs to transactions. */
type Units = { table: number; index: number; indexInTransaction: number };

const KILOBYTE = 1024;

function unitsOf({ before, after }: Written, isTransaction: boolean): Units {
  const once = Math.ceil(Math.max(1, sizeOf(before), sizeOf(after)) / KILOBYTE);
  const index = INDEXES.reduce((sum, each) => sum + indexUnits(each, { before, after }), 0);
  return {
    table: isTransaction ? 2 * once : once,
    index,
    indexInTransaction: isTransaction ? index : 0,
  };
}

function indexUnits(index: TableIndex, { before, after }: Written): number {
  const [old, fresh] = [entryOf(index, before), entryOf(index, after)];
  if (old === undefined && fresh === undefined) return 0;
  const units = (entry: Item) => Math.ceil(sizeOf(entry) / KILOBYTE);
  if (old === undefined || fresh === undefined) return units((old ?? fresh) as Item);
  if (JSON.stringify(old) === JSON.stringify(fresh)) return 0;
  const keyOf = (entry: Item) => JSON.stringify([entry[index.partitionKey], entry[index.sortKey]]);
  if (keyOf(old) !== keyOf(fresh)) return units(old) + units(fresh);
  return Math.max(units(old), units(fresh));
}

function entryOf({ partitionKey, sortKey, also = [] }: TableIndex, item: Item | undefined): Item | undefined {
  if (item?.[partitionKey] === undefined || item[sortKey] === undefined) return undefined;
  const names = [...new Set([PARTITION_KEY, SORT_KEY, partitionKey, sortKey, ...also])];
  return Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
}

/** What the indexes repeat of an item. */
export const entriesOf = (item: Item): Item[] =>
  INDEXES.map((each) => entryOf(each, item)).filter((entry) => entry !== undefined);

/** `writes`: one for each item of a request. */
export type WatchedWrites = { writes: (Units & { item: string })[]; records: StreamRecord[] };

type Key = Readonly<Record<string, unknown>>;
type Write = { Item?: Item; Key?: Key };
type Input = Write & { TransactItems?: { Put?: Write; Update?: Write; Delete?: Write; ConditionCheck?: Write }[] };

const WATCHER = 'watchWrites';
const WRITES = new Set(['PutItemCommand', 'UpdateItemCommand', 'DeleteItemCommand', 'TransactWriteItemsCommand']);
let sequence = 0;

/** Reads each item before and after its write, by a client that is not watched; so one write at a time. */
export async function watchWrites(
  reader: DynamoDBDocumentClient,
  demands: Demands,
  work: () => Promise<unknown>,
): Promise<WatchedWrites> {
  const watched: WatchedWrites = { writes: [], records: [] };
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(next: () => Promise<T>): Promise<T> => {
    const mine = turn.then(next, next);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const read = async (key: Key): Promise<Item | undefined> =>
    (await reader.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }))).Item;
  table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        if (!WRITES.has(commandName)) return next(args);
        return inTurn(async () => {
          const input = args.input as Input;
          const keys = keysIn(input);
          const before = await Promise.all(keys.map(read));
          try {
            return await next(args);
          } finally {
            const after = await Promise.all(keys.map(read));
            for (const [index, key] of keys.entries()) {
              const [written, isTransaction] = [
                { before: before[index], after: after[index] },
                input.TransactItems !== undefined,
              ];
              record(watched, key, written, isTransaction);
              demand(demands, key, written, isTransaction);
            }
          }
        });
      },
    // Inside of what counts trips: writes that were sent together count as sent together.
    { step: 'initialize', priority: 'low', name: WATCHER, override: true },
  );
  try {
    await work();
    return watched;
  } finally {
    table.client.middlewareStack.remove(WATCHER);
  }
}

const keysIn = ({ TransactItems, ...one }: Input): Key[] =>
  (TransactItems?.flatMap((item) => Object.values(item)) ?? [one]).map(({ Key: key, Item: item }) => {
    const from = key ?? item ?? {};
    return { [PARTITION_KEY]: from[PARTITION_KEY], [SORT_KEY]: from[SORT_KEY] };
  });

function record({ writes, records }: WatchedWrites, key: Key, written: Written, isTransaction: boolean): void {
  const { before, after } = written;
  writes.push({ item: kindOf(key), ...unitsOf(written, isTransaction) });
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  sequence += 1;
  records.push({
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      SequenceNumber: String(sequence),
      ApproximateCreationDateTime: Math.floor(clock.now().getTime() / 1000),
      Keys: marshall(key),
      ...(after && { NewImage: asLambdaGets(marshall(after)) }),
      ...(before && { OldImage: asLambdaGets(marshall(before)) }),
    },
  } as unknown as StreamRecord);
}

/** An entry that moves leaves one partition of the index and enters another. */
function demand(demands: Demands, key: Key, written: Written, isTransaction: boolean): void {
  addDemand(demands, String(key[PARTITION_KEY]), { writes: unitsOf(written, isTransaction).table });
  const { before, after } = written;
  for (const index of INDEXES) {
    const partitionIn = (item: Item | undefined) => entryOf(index, item)?.[index.partitionKey];
    const stays = partitionIn(before) === partitionIn(after);
    for (const each of stays
      ? [written]
      : [
          { ...written, after: undefined },
          { ...written, before: undefined },
        ]) {
      const partition = partitionIn(each.after ?? each.before);
      const writes = indexUnits(index, each);
      if (writes > 0) addDemand(demands, `${index.name}: ${partition}`, { writes });
    }
  }
}

/** The kind of an item, as the table in `keys.ts` names it by its keys. */
function kindOf(key: Key): string {
  if (String(key[PARTITION_KEY]).includes('#SEARCH#')) return 'SEARCH';
  const sort = String(key[SORT_KEY]).split('#')[0] ?? '';
  return /^\d/.test(sort) ? 'FEED' : sort;
}
