/** Clients of a DynamoDB on this machine, which needs a region and a key, and checks neither. */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';

const REGION = 'us-east-1';
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export const localClient = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS });

/** The variables that lead the AWS SDK's clients, in this process or a child, to that DynamoDB. */
export const awsEnvironment = (endpoint: string) => ({
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
});

/** Resolves when a DynamoDB answers at the endpoint; rejects with the reason when none does within the limit. */
export const expectAnswer = async (endpoint: string, limitMs: number): Promise<void> => {
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS, maxAttempts: 1 });
  try {
    await client.send(new ListTablesCommand({ Limit: 1 }), { abortSignal: AbortSignal.timeout(limitMs) });
  } finally {
    client.destroy();
  }
};
