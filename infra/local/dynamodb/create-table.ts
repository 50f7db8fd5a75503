/** Creates the service's table in a local DynamoDB, as the stack creates it in AWS. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type DatabaseAddress, localClient } from '#infra/local/aws-environment.ts';
import { INDEXES, KEY_ATTRIBUTES, type TableIndex } from '#lib/store/indexes.ts';
import { PARTITION_KEY, SORT_KEY } from '#lib/store/keys.ts';

const ACTIVE_LIMIT_SECONDS = 30;

/** Resolves when the table is active, whether this call created it or an earlier one. */
export const createTable = async (
  where: DatabaseAddress | DynamoDBClient,
  tableName: string,
  { hasStream = true }: { hasStream?: boolean } = {},
): Promise<void> => {
  const client = 'accessKeyId' in where ? localClient(where) : where;
  try {
    const table = { TableName: tableName, ...TABLE, ...(hasStream && { StreamSpecification: STREAM }) };
    await client.send(new CreateTableCommand(table)).catch(unlessInUse);
    await waitUntilTableExists({ client, maxWaitTime: ACTIVE_LIMIT_SECONDS, minDelay: 1 }, { TableName: tableName });
    await addIndexes(client, tableName);
  } finally {
    if (client !== where) client.destroy();
  }
};

/** A table of an earlier version lacks an index; DynamoDB fills a new one from the items, and makes one at a time. */
async function addIndexes(client: DynamoDBClient, TableName: string): Promise<void> {
  const deadline = performance.now() + ACTIVE_LIMIT_SECONDS * 1_000;
  while (performance.now() < deadline) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const { GlobalSecondaryIndexes: made = [], TableStatus: status } = Table ?? {};
    const missing = INDEXES_TO_MAKE.find(({ IndexName }) => !made.some((index) => index.IndexName === IndexName));
    const areActive = status === 'ACTIVE' && made.every(({ IndexStatus }) => IndexStatus === 'ACTIVE');
    if (areActive && missing === undefined) return;
    if (areActive && missing !== undefined) {
      const GlobalSecondaryIndexUpdates = [{ Create: missing }];
      const { AttributeDefinitions } = TABLE;
      await client
        .send(new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates }))
        .catch(unlessInUse);
    }
    await sleep(100);
  }
  throw new Error(`the indexes of ${TableName} do not become active`);
}

/** Another process has created it, or is about to. */
function unlessInUse(error: Error): void {
  if (!(error instanceof ResourceInUseException) && !/already exists/i.test(error.message)) throw error;
}

const indexToMake = ({ name, partitionKey, sortKey, also = [] }: TableIndex) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ],
  Projection:
    also.length === 0
      ? { ProjectionType: 'KEYS_ONLY' as const }
      : { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...also] },
});

const INDEXES_TO_MAKE = INDEXES.map(indexToMake);

const TABLE = {
  KeySchema: [
    { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
    { AttributeName: SORT_KEY, KeyType: 'RANGE' },
  ],
  AttributeDefinitions: KEY_ATTRIBUTES.map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  GlobalSecondaryIndexes: INDEXES_TO_MAKE,
  BillingMode: 'PAY_PER_REQUEST',
} satisfies Omit<CreateTableCommandInput, 'TableName'>;

/** What the relay and the publisher of events read. */
export const STREAM = {
  StreamEnabled: true,
  StreamViewType: 'NEW_AND_OLD_IMAGES',
} satisfies CreateTableCommandInput['StreamSpecification'];
