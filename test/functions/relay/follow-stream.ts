/**
 * Reads the stream of a test's table from a point on, in the form that Lambda gets.
 * The relay on the real table and a fake Scheduler; it queues nothing, unless a test gives it a queue.
 */
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { relay } from '#functions/stream/relay.ts';
import { asLambdaGets } from '#infra/local/stream/as-lambda-gets.ts';
import { aService } from '#test/support/a-service.ts';
import type { TestTable } from '#test/support/dynamodb.ts';

type NewRecords = () => Promise<DynamoDBRecord[]>;

/** Each call answers the records that were added since the call before, the first call those since this point. */
export async function followStream({
  endpoint,
  client,
  tableName,
}: Pick<TestTable, 'endpoint' | 'client' | 'tableName'>): Promise<NewRecords> {
  const streams = new DynamoDBStreamsClient({ endpoint });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const StreamArn = Table?.LatestStreamArn;
  /** Of each shard, behind the last record that was read. DynamoDB Local takes none that is older than the first record. */
  const iterators = new Map<string | undefined, string | undefined>();
  const oldest = (ShardId: string | undefined) =>
    streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }));
  /** Read again only when all are closed, and so have no next iterator: DynamoDB Local starts a new one then, not before. */
  let shards: Shard[] = [];
  const newRecords = async () => {
    if (shards.every(({ ShardId }) => iterators.has(ShardId) && iterators.get(ShardId) === undefined)) {
      const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
      shards = StreamDescription?.Shards ?? [];
    }
    const found: DynamoDBRecord[] = [];
    for (const { ShardId } of shards) {
      let iterator = iterators.has(ShardId) ? iterators.get(ShardId) : (await oldest(ShardId)).ShardIterator;
      while (iterator !== undefined) {
        const { Records = [], NextShardIterator } = await streams.send(
          new GetRecordsCommand({ ShardIterator: iterator }),
        );
        if (Records.length === 0 && NextShardIterator !== undefined) break;
        found.push(...(asLambdaGets(Records) as DynamoDBRecord[]));
        iterators.set(ShardId, NextShardIterator);
        iterator = NextShardIterator;
      }
    }
    return found;
  };
  await newRecords();
  return newRecords;
}

/** Answers the records that `work` adds to the table's own stream. */
export function recordsIn(table: TestTable): (work: () => Promise<unknown>) => Promise<DynamoDBRecord[]> {
  let following: Promise<NewRecords> | undefined;
  return async (work) => {
    following ??= followStream(table);
    const newRecords = await following;
    await newRecords();
    await work();
    return newRecords();
  };
}

type Service = ReturnType<typeof aService>;

export const relaying = (given: Partial<Service> = {}) =>
  relay({ ...aService(), queueRuns: async () => 0, scheduleReconciliation: async () => {}, ...given });
