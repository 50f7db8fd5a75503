/** Reads the whole stream of a test's table, in the form that Lambda gets. */
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';

export async function readStream(
  endpoint: string,
  client: DynamoDBClient,
  tableName: string,
): Promise<DynamoDBRecord[]> {
  const streams = new DynamoDBStreamsClient({ endpoint });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const records: DynamoDBRecord[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
    let iterator = (await streams.send(start)).ShardIterator;
    for (let more = true; more && iterator; ) {
      const { Records = [], NextShardIterator } = await streams.send(
        new GetRecordsCommand({ ShardIterator: iterator }),
      );
      records.push(...(Records as DynamoDBRecord[]));
      more = Records.length > 0;
      iterator = NextShardIterator;
    }
  }
  streams.destroy();
  return records;
}
