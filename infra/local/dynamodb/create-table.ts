/** Creates the service's table in a local DynamoDB, as the stack creates it in AWS. */
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { PARTITION_KEY, SORT_KEY } from '#lib/store/keys.ts';
import { localClient } from './local-client.ts';

const ACTIVE_LIMIT_SECONDS = 30;

/** Resolves when the table is there and active, whether this call created it or an earlier one. */
export const createTable = async (where: string | DynamoDBClient, tableName: string): Promise<void> => {
  const client = typeof where === 'string' ? localClient(where) : where;
  try {
    await client.send(new CreateTableCommand({ TableName: tableName, ...TABLE })).catch((error: unknown) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
    await waitUntilTableExists({ client, maxWaitTime: ACTIVE_LIMIT_SECONDS, minDelay: 1 }, { TableName: tableName });
  } finally {
    if (typeof where === 'string') client.destroy();
  }
};

const TABLE = {
  KeySchema: [
    { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
    { AttributeName: SORT_KEY, KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: PARTITION_KEY, AttributeType: 'S' },
    { AttributeName: SORT_KEY, AttributeType: 'S' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
} satisfies Omit<CreateTableCommandInput, 'TableName'>;
