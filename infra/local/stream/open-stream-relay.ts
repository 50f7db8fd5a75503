/** Opens the table's stream for the functions that read it: each has its saved position, and a file for records that it gave up. */
import { appendFile } from 'node:fs/promises';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { type DatabaseAddress, localClient } from '#infra/local/aws-environment.ts';
import type { DataFiles } from '#infra/local/data-dir.ts';
import { StartFailure } from '#infra/local/settings.ts';
import type { WholeService } from '#infra/local/whole-service.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { isForPublisher, isForRelay, type StreamedWrite } from '#lib/store/stream.ts';
import { createStreamReader, openStreamPosition, type StreamRecord } from './stream-reader.ts';
import { MAX_ATTEMPTS, type StreamHandler, type StreamRelay, startStreamRelay } from './stream-relay.ts';

type Consumer = {
  name: string;
  load(service: WholeService): Promise<StreamHandler>;
  isWanted(record: StreamRecord): boolean;
};

export const RELAY: Consumer = {
  name: 'relay',
  load: async (service) => (await import('#functions/stream/relay.ts')).relay(service),
  isWanted: (record) => isWrite(record) && isForRelay(writeOf(record)),
};

export const PUBLISHER: Consumer = {
  name: 'publisher',
  load: async (service) => (await import('#functions/stream/publish-events.ts')).publishEvents(service),
  isWanted: (record) => isWrite(record) && isForPublisher(writeOf(record)),
};

const isWrite = ({ eventName }: StreamRecord): boolean => eventName === 'INSERT' || eventName === 'MODIFY';
const writeOf = ({ eventName, dynamodb }: StreamRecord): StreamedWrite => ({
  isFirst: eventName === 'INSERT',
  sortKey: dynamodb?.Keys?.[SORT_KEY]?.S ?? '',
});

type Source = { service: WholeService; database: DatabaseAddress; tableName: string; files: DataFiles };

export async function openStreamRelay({ service, database, tableName, files }: Source): Promise<StreamRelay> {
  const streamArn = await findStream(database, tableName);
  const { position, failures, publisherPosition, publisherFailures } = files;
  const relay = await openConsumer({ ...RELAY, handler: await RELAY.load(service) }, streamArn, { position, failures });
  return both(
    relay,
    await openConsumer({ ...PUBLISHER, handler: await PUBLISHER.load(service) }, streamArn, {
      position: publisherPosition,
      failures: publisherFailures,
    }),
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

async function openConsumer(
  { handler, ...consumer }: Consumer & { handler: StreamHandler },
  streamArn: string,
  files: Files,
): Promise<StreamRelay> {
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

async function findStream(database: DatabaseAddress, tableName: string): Promise<string> {
  const client = localClient(database);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  client.destroy();
  if (Table?.LatestStreamArn && Table.StreamSpecification?.StreamEnabled) return Table.LatestStreamArn;
  throw new StartFailure(`Table ${tableName} at ${database.endpoint} has no stream; choose another with TABLE_NAME.`);
}
