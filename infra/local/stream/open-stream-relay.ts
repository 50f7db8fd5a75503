/** Opens the table's stream for the functions that read it: each has its saved position, and a file for records that it gave up. */
import { appendFile } from 'node:fs/promises';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { DataFiles } from '#infra/local/data-dir.ts';
import { localClient } from '#infra/local/dynamodb/local-client.ts';
import { StartFailure } from '#infra/local/settings.ts';
import { type Consumer, loadConsumer, PUBLISHER, RELAY } from './consumers.ts';
import { MAX_ATTEMPTS } from './deliver.ts';
import { openStreamPosition } from './stream-position.ts';
import { createStreamReader } from './stream-reader.ts';
import { type StreamRelay, startStreamRelay } from './stream-relay.ts';

type Source = { dynamodbEndpoint: string; tableName: string; files: DataFiles };

export async function openStreamRelay({ dynamodbEndpoint, tableName, files }: Source): Promise<StreamRelay> {
  const streamArn = await findStream(dynamodbEndpoint, tableName);
  const { position, failures, publisherPosition, publisherFailures } = files;
  const relay = await openConsumer(RELAY, streamArn, { position, failures });
  return both(
    relay,
    await openConsumer(PUBLISHER, streamArn, { position: publisherPosition, failures: publisherFailures }),
  );
}

/** The second reads what the first has written, too. */
const both = (first: StreamRelay, second: StreamRelay): StreamRelay => ({
  nudge: () => {
    first.nudge();
    second.nudge();
  },
  caughtUp: async () => {
    await first.caughtUp();
    await second.caughtUp();
  },
  stop: async () => {
    await Promise.all([first.stop(), second.stop()]);
  },
  failed: Promise.race([first.failed, second.failed]),
});

type Files = { position: string; failures: string };

async function openConsumer(consumer: Consumer, streamArn: string, files: Files): Promise<StreamRelay> {
  const handler = await loadConsumer(consumer);
  const position = await openStreamPosition(files.position, streamArn);
  const reader = createStreamReader(new DynamoDBStreamsClient({}), streamArn, position);
  const giveUp = async (shardId: string, record: DynamoDBRecord, error: unknown) => {
    const { Keys: keys, SequenceNumber: sequenceNumber } = record.dynamodb ?? {};
    const failure = { at: new Date().toISOString(), shardId, sequenceNumber, keys, error: String(error) };
    await appendFile(files.failures, `${JSON.stringify(failure)}\n`, { mode: 0o600 });
    console.error(
      `The ${consumer.name} gave up record ${sequenceNumber} after ${MAX_ATTEMPTS} attempts; see ${files.failures}`,
    );
  };
  return startStreamRelay({ reader, position, streamArn, isWanted: consumer.isWanted, handler, giveUp });
}

async function findStream(dynamodbEndpoint: string, tableName: string): Promise<string> {
  const client = localClient(dynamodbEndpoint);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  client.destroy();
  if (Table?.LatestStreamArn && Table.StreamSpecification?.StreamEnabled) return Table.LatestStreamArn;
  throw new StartFailure(`Table ${tableName} at ${dynamodbEndpoint} has no stream; choose another with TABLE_NAME.`);
}
