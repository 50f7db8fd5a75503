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
import { DUE_INDEX, DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/deployment-keys.ts';
import { PARTITION_KEY, SORT_KEY } from '#lib/store/keys.ts';
import { localClient } from './local-client.ts';

const ACTIVE_LIMIT_SECONDS = 30;

/** Resolves when the table is active, whether this call created it or an earlier one. */
export const createTable = async (
  where: string | DynamoDBClient,
  tableName: string,
  { hasStream = true }: { hasStream?: boolean } = {},
): Promise<void> => {
  const client = typeof where === 'string' ? localClient(where) : where;
  try {
    const table = { TableName: tableName, ...TABLE, ...(hasStream && { StreamSpecification: STREAM }) };
    await client.send(new CreateTableCommand(table)).catch(unlessInUse);
    await waitUntilTableExists({ client, maxWaitTime: ACTIVE_LIMIT_SECONDS, minDelay: 1 }, { TableName: tableName });
    await addIndex(client, tableName);
  } finally {
    if (typeof where === 'string') client.destroy();
  }
};

/** A table of an earlier version has no index; DynamoDB fills a new one from the items. */
async function addIndex(client: DynamoDBClient, TableName: string): Promise<void> {
  const deadline = performance.now() + ACTIVE_LIMIT_SECONDS * 1_000;
  while (performance.now() < deadline) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const index = Table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === DUE_INDEX);
    if (index?.IndexStatus === 'ACTIVE') return;
    if (index === undefined) {
      const GlobalSecondaryIndexUpdates = [{ Create: INDEX }];
      const { AttributeDefinitions } = TABLE;
      await client
        .send(new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates }))
        .catch(unlessInUse);
    }
    await sleep(100);
  }
  throw new Error(`the index of ${TableName} does not become active`);
}

/** Another process has created it, or is about to. */
function unlessInUse(error: Error): void {
  if (!(error instanceof ResourceInUseException) && !/already exists/i.test(error.message)) throw error;
}

const INDEX = {
  IndexName: DUE_INDEX,
  KeySchema: [
    { AttributeName: DUE_PARTITION_KEY, KeyType: 'HASH' },
    { AttributeName: DUE_SORT_KEY, KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'KEYS_ONLY' },
} satisfies NonNullable<CreateTableCommandInput['GlobalSecondaryIndexes']>[number];

const TABLE = {
  KeySchema: [
    { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
    { AttributeName: SORT_KEY, KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [PARTITION_KEY, SORT_KEY, DUE_PARTITION_KEY, DUE_SORT_KEY].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  GlobalSecondaryIndexes: [INDEX],
  BillingMode: 'PAY_PER_REQUEST',
} satisfies Omit<CreateTableCommandInput, 'TableName'>;

const STREAM = {
  StreamEnabled: true,
  StreamViewType: 'NEW_AND_OLD_IMAGES',
} satisfies CreateTableCommandInput['StreamSpecification'];
