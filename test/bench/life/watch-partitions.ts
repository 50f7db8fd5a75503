/** Watches what a life asks of each partition of the table and of its indexes, in the units of which a partition gives so many a second. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { PARTITION_KEY } from '#lib/store/keys.ts';

/** By partition key; of an index, with its name before it. */
export type Demands = Map<string, { reads: number; writes: number }>;

export function addDemand(demands: Demands, partition: string, { reads = 0, writes = 0 }): void {
  const known = demands.get(partition) ?? { reads: 0, writes: 0 };
  demands.set(partition, { reads: known.reads + reads, writes: known.writes + writes });
}

type Key = Readonly<Record<string, unknown>>;
type Asked = {
  Key?: Key;
  RequestItems?: Readonly<Record<string, { Keys?: readonly Key[] }>>;
  ConsistentRead?: boolean;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
};

const WATCHER = 'watchPartitions';

/** A strong read of an item is a unit (all are below 4 KB), and items that are read together are read strongly; a query costs what DynamoDB says. */
export async function watchReads(
  client: DynamoDBDocumentClient,
  demands: Demands,
  work: () => Promise<unknown>,
): Promise<void> {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const asked = args.input as Asked;
        if (commandName === 'GetItemCommand')
          addDemand(demands, keyOf(asked.Key), { reads: asked.ConsistentRead ? 1 : 0.5 });
        for (const key of Object.values(asked.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys))
          addDemand(demands, keyOf(key), { reads: 1 });
        const answer = await next(args);
        if (commandName === 'QueryCommand') addDemand(demands, partitionOf(asked), { reads: unitsOf(answer.output) });
        return answer;
      },
    // After the middleware that asks DynamoDB to say what it consumed.
    { step: 'initialize', priority: 'low', name: WATCHER },
  );
  try {
    await work();
  } finally {
    client.middlewareStack.remove(WATCHER);
  }
}

const keyOf = (key: Key | undefined): string => String(key?.[PARTITION_KEY]);

function partitionOf({ IndexName, KeyConditionExpression = '', ExpressionAttributeValues = {} }: Asked): string {
  const [, placeholder = ''] = /=\s*(:\w+)/.exec(KeyConditionExpression) ?? [];
  const partition = String(ExpressionAttributeValues[placeholder]);
  return IndexName === undefined ? partition : `${IndexName}: ${partition}`;
}

const unitsOf = (output: unknown): number =>
  (output as { ConsumedCapacity?: { CapacityUnits?: number } }).ConsumedCapacity?.CapacityUnits ?? 0;
