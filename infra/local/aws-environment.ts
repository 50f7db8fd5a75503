/** The environment the functions find: the one the stack gives them, except that AWS is on this machine. */
import { awsEnvironment } from './dynamodb/local-client.ts';

type Environment = {
  dynamodbEndpoint: string;
  tableName: string;
  baseUrl?: string;
  /** The variables that lead to the fakes. */
  aws?: Record<string, string>;
};

/** Must be called before the store is first imported. It keeps real credentials and profiles out of a local run. */
export function useLocalAws({ dynamodbEndpoint, tableName, baseUrl, aws }: Environment): void {
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS']) {
    delete process.env[name];
  }
  Object.assign(process.env, awsEnvironment(dynamodbEndpoint), {
    AWS_EC2_METADATA_DISABLED: 'true',
    TABLE_NAME: tableName,
    ...(baseUrl && { BASE_URL: baseUrl, SANDBOX_URL: sandboxUrl(baseUrl) }),
    ...aws,
  });
}

/** The sandbox provider is on the local run's own address, so that its links still work after a restart. */
export const sandboxUrl = (baseUrl: string): string => `${baseUrl}/_local/sandbox`;
