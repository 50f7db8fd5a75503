/** Reads the rows of the table directly, not through the service. */
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { localClient } from '#infra/local/dynamodb/local-client.ts';
import type { LocalRun } from '#test/support/local-run.ts';

export type Row = { pk: string; sk: string } & Record<string, unknown>;

export async function tableRows({ dynamodbEndpoint, tableName }: LocalRun): Promise<Row[]> {
  const client = localClient(dynamodbEndpoint);
  const rows: Row[] = [];
  try {
    for await (const { Items = [] } of paginateScan(
      { client: DynamoDBDocumentClient.from(client) },
      { TableName: tableName, ConsistentRead: true },
    )) {
      rows.push(...(Items as Row[]));
    }
  } finally {
    client.destroy();
  }
  return rows;
}
