/** A real DynamoDB in memory and fakes of the other AWS services, with the environment of the functions set to them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localClient, useLocalAws } from '#infra/local/aws-environment.ts';
import { createTable, STREAM } from '#infra/local/dynamodb/create-table.ts';
import type { DynamoDb } from '#infra/local/dynamodb/run-engine.ts';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';
import type { RunsQueue } from '#infra/local/fakes/fake-sqs.ts';
import type { Outbox } from '#infra/local/fakes/outbox.ts';
import { type AwsFakes, startAwsFakes } from '#infra/local/fakes/start-aws-fakes.ts';

export type ReachedTable = { tableName: string; documents: DynamoDBDocumentClient };

/**
 * `outbox` holds the messages that the channels accepted, `queue` the runs that wait, `webhooks` the deliveries. `client` and `endpoint`: of the
 * database.
 */
export type BenchTable = ReachedTable & {
  outbox: Outbox;
  queue: RunsQueue;
  webhooks: RunsQueue;
  client: DynamoDBClient;
  endpoint: string;
};

type Running = BenchTable & { dynamodb: DynamoDb; fakes: AwsFakes; dataDir: string };

const BASE_URL = 'https://collections.example';

let running: Running | undefined;

/**
 * Call it before anything imports the store or the channels, because they read their environment when they are loaded.
 * `documents` is for requests of the benchmark itself, because the store's client has a short time limit.
 */
export async function useBenchTable(): Promise<BenchTable> {
  if (running) return running;
  const dynamodb = await startDynamoDb({ log: (line) => console.error(line) });
  const dataDir = await mkdtemp(join(tmpdir(), 'collections-bench-'));
  const fakes = await startAwsFakes({ dataDir, baseUrl: BASE_URL, now: () => new Date(), log: () => {} });
  const tableName = `bench-${process.pid}`;
  const { endpoint: dynamodbEndpoint, accessKeyId: dynamodbAccessKey } = dynamodb;
  useLocalAws({ dynamodbEndpoint, dynamodbAccessKey, tableName, baseUrl: BASE_URL, aws: fakes.environment });
  const client = localClient(dynamodb);
  const documents = DynamoDBDocumentClient.from(client);
  const { outbox, queue, webhooks } = fakes;
  const { endpoint } = dynamodb;
  running = { dynamodb, client, endpoint, fakes, dataDir, tableName, documents, outbox, queue, webhooks };
  await openTable(client, tableName);
  return running;
}

/** The table has no stream, because most benchmarks read none and rows load twice as fast without it. */
async function openTable(client: DynamoDBClient, TableName: string): Promise<void> {
  await createTable(client, TableName);
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }));
}

/** For what reads the stream. */
export async function enableStream({ client, tableName: TableName }: BenchTable): Promise<void> {
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: STREAM }));
}

export async function stopBenchTable(): Promise<void> {
  if (!running) return;
  running.documents.destroy();
  await running.dynamodb.stop();
  await running.fakes.close();
  await rm(running.dataDir, { recursive: true, force: true });
}
