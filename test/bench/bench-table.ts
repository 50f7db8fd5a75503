/** One real DynamoDB, in memory, for all parts that need one, with the functions' environment pointing at it. */
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { useLocalAws } from '#infra/local/aws-environment.ts';
import { createTable } from '#infra/local/dynamodb/create-table.ts';
import type { DynamoDb } from '#infra/local/dynamodb/engine.ts';
import { localClient } from '#infra/local/dynamodb/local-client.ts';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

export type BenchTable = { tableName: string; documents: DynamoDBDocumentClient };

let running: (BenchTable & { dynamodb: DynamoDb }) | undefined;

/**
 * To be called before anything imports the store, which reads its environment as it is loaded. `documents` is for the
 * benchmark's own requests: the store's client gives up on a request that takes seconds.
 */
export async function useBenchTable(): Promise<BenchTable> {
  if (running) return running;
  const dynamodb = await startDynamoDb({ log: (line) => console.error(line) });
  const tableName = `bench-${process.pid}`;
  useLocalAws({ dynamodbEndpoint: dynamodb.endpoint, tableName, baseUrl: 'https://collections.example' });
  const client = localClient(dynamodb.endpoint);
  running = { dynamodb, tableName, documents: DynamoDBDocumentClient.from(client) };
  await createTable(client, tableName);
  // Nobody follows the stream here, and rows load twice as fast without it.
  const StreamSpecification = { StreamEnabled: false };
  await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification }));
  return running;
}

export async function stopBenchTable(): Promise<void> {
  running?.documents.destroy();
  await running?.dynamodb.stop();
}
