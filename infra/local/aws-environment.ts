/** The environment the functions find: the one the stack gives them, except that AWS is on this machine; and a client for its DynamoDB. */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';

export const REGION = 'us-east-1';

/** DynamoDB Local keeps a database for each access key, so anybody who does not know ours finds an empty one. */
export type DatabaseAddress = { endpoint: string; accessKeyId: string };

const SECRET_KEY = 'local';

export const localClient = (database: DatabaseAddress): DynamoDBClient => new DynamoDBClient(clientOf(database));

const clientOf = ({ endpoint, accessKeyId }: DatabaseAddress) => ({
  endpoint,
  region: REGION,
  credentials: { accessKeyId, secretAccessKey: SECRET_KEY },
});

/** The variables that lead the AWS SDK's clients, in this process or a child, to that DynamoDB. */
export const awsEnvironment = ({ endpoint, accessKeyId }: DatabaseAddress) => ({
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: SECRET_KEY,
});

/** Resolves when a DynamoDB answers at the endpoint; rejects with the reason when none does within the limit. */
export const expectAnswer = async (database: DatabaseAddress, limitMs: number): Promise<void> => {
  const client = new DynamoDBClient({ ...clientOf(database), maxAttempts: 1 });
  try {
    await client.send(new ListTablesCommand({ Limit: 1 }), { abortSignal: AbortSignal.timeout(limitMs) });
  } finally {
    client.destroy();
  }
};

type Environment = {
  dynamodbEndpoint: string;
  dynamodbAccessKey: string;
  tableName: string;
  baseUrl?: string;
  /** The variables that lead to the fakes. */
  aws?: Record<string, string>;
};

/** Must be called before the store is first imported. It keeps real credentials and profiles out of a local run. */
export function useLocalAws({ dynamodbEndpoint, dynamodbAccessKey, tableName, baseUrl, aws }: Environment): void {
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS']) {
    delete process.env[name];
  }
  Object.assign(process.env, awsEnvironment({ endpoint: dynamodbEndpoint, accessKeyId: dynamodbAccessKey }), {
    AWS_EC2_METADATA_DISABLED: 'true',
    TABLE_NAME: tableName,
    ...(baseUrl && { BASE_URL: baseUrl, SANDBOX_URL: sandboxUrl(baseUrl) }),
    ...aws,
  });
}

/** The sandbox provider is on the local run's own address, so that its links still work after a restart. */
export const sandboxUrl = (baseUrl: string): string => `${baseUrl}/_local/sandbox`;
