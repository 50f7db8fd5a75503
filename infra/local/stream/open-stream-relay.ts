/** Opens the stream relay: the table's stream, the saved position, and a file for records that were given up. */
import { appendFile } from 'node:fs/promises';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { DataFiles } from '#infra/local/data-dir.ts';
import { localClient } from '#infra/local/dynamodb/local-client.ts';
import { StartFailure } from '#infra/local/settings.ts';
import { MAX_ATTEMPTS, type StreamHandler } from './deliver.ts';
import { openStreamPosition } from './stream-position.ts';
import { createStreamReader } from './stream-reader.ts';
import { type StreamRelay, startStreamRelay } from './stream-relay.ts';

type Where = { dynamodbEndpoint: string; tableName: string; files: DataFiles };

export async function openStreamRelay({ dynamodbEndpoint, tableName, files }: Where): Promise<StreamRelay> {
  const streamArn = await findStream(dynamodbEndpoint, tableName);
  const { handler } = (await import('#functions/stream/relay.ts')) as { handler: StreamHandler };
  const position = await openStreamPosition(files.position, streamArn);
  const reader = createStreamReader(new DynamoDBStreamsClient({}), streamArn, position);
  const giveUp = async (shardId: string, record: DynamoDBRecord, error: unknown) => {
    const { Keys: keys, SequenceNumber: sequenceNumber } = record.dynamodb ?? {};
    const failure = { at: new Date().toISOString(), shardId, sequenceNumber, keys, error: String(error) };
    await appendFile(files.failures, `${JSON.stringify(failure)}\n`, { mode: 0o600 });
    console.error(`The relay gave up record ${sequenceNumber} after ${MAX_ATTEMPTS} attempts; see ${files.failures}`);
  };
  return startStreamRelay({ reader, position, streamArn, handler, giveUp });
}

async function findStream(dynamodbEndpoint: string, tableName: string): Promise<string> {
  const client = localClient(dynamodbEndpoint);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  client.destroy();
  if (Table?.LatestStreamArn && Table.StreamSpecification?.StreamEnabled) return Table.LatestStreamArn;
  throw new StartFailure(`Table ${tableName} at ${dynamodbEndpoint} has no stream; choose another with TABLE_NAME.`);
}
