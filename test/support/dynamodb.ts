/**
 * A fresh table for a test file: `const { tableName, client, documents } = useTable();` at its top level.
 *
 * The name is `process.env.TABLE_NAME`, set before the file's imports run (see `environment.ts`), so code under test
 * that reads its environment on import finds the same table. The table exists in every hook and test of the file.
 * The store waits for it longer than in production, because the machine may be busy, unless a test is about the limits.
 * It has no stream unless a test reads one, because each stream record makes every request to DynamoDB Local slower.
 */

import { DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, inject } from 'vitest';
import { localClient } from '#infra/local/aws-environment.ts';
import { createTable } from '#infra/local/dynamodb/create-table.ts';
import { table } from '#lib/store/table/live-table.ts';

export type TestTable = {
  endpoint: string;
  tableName: string;
  client: DynamoDBClient;
  documents: DynamoDBDocumentClient;
};

const PATIENCE_MS = 60_000;

type Options = { limits?: 'generous' | 'as deployed'; hasStream?: boolean };

export const useTable = ({ limits = 'generous', hasStream = false }: Options = {}): TestTable => {
  const database = inject('database');
  const tableName = process.env['TABLE_NAME'];
  if (!tableName) throw new Error('TABLE_NAME is not set: is test/support/environment.ts among the setup files?');
  const client = localClient(database);
  if (limits === 'generous') waitLonger();
  beforeAll(() => createTable(client, tableName, { hasStream }));
  afterAll(async () => {
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    client.destroy();
  });
  return { endpoint: database.endpoint, tableName, client, documents: DynamoDBDocumentClient.from(client) };
};

function waitLonger(): void {
  const { requestHandler } = table.client.config as unknown as {
    requestHandler: {
      updateHttpClientConfig: (key: 'connectionTimeout' | 'requestTimeout', milliseconds: number) => void;
    };
  };
  for (const limit of ['connectionTimeout', 'requestTimeout'] as const)
    requestHandler.updateHttpClientConfig(limit, PATIENCE_MS);
}
