/**
 * A fresh table for a test file: `const { tableName, client, documents } = useTable();` at its top level.
 *
 * The name is `process.env.TABLE_NAME`, set before the file's imports run (see `environment.ts`), so code under test
 * that reads its environment on import finds the same table. The table exists in every hook and test of the file.
 * It has no stream unless a test reads one, because each stream record makes every request to DynamoDB Local slower.
 */

import { DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, inject } from 'vitest';
import { localClient } from '#infra/local/aws-environment.ts';
import { createTable } from '#infra/local/dynamodb/create-table.ts';

export type TestTable = {
  endpoint: string;
  tableName: string;
  client: DynamoDBClient;
  documents: DynamoDBDocumentClient;
};

export const useTable = ({ hasStream = false }: { hasStream?: boolean } = {}): TestTable => {
  const database = inject('database');
  const tableName = process.env['TABLE_NAME'];
  if (!tableName) throw new Error('TABLE_NAME is not set: is test/support/environment.ts among the setup files?');
  const client = localClient(database);
  beforeAll(() => createTable(client, tableName, { hasStream }));
  afterAll(async () => {
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    client.destroy();
  });
  return { endpoint: database.endpoint, tableName, client, documents: DynamoDBDocumentClient.from(client) };
};
