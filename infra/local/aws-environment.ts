/** The environment the functions find: the one the stack gives them, with AWS's address being this machine's. */
import { awsEnvironment } from './dynamodb/local-client.ts';

type Environment = {
  dynamodbEndpoint: string;
  tableName: string;
  baseUrl?: string;
  /** What the fakes have the functions find. */
  aws?: Record<string, string>;
};

/** Must come before the first import of the store. Real credentials and profiles stay out of reach of a local run. */
export function useLocalAws({ dynamodbEndpoint, tableName, baseUrl, aws }: Environment): void {
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS']) {
    delete process.env[name];
  }
  Object.assign(process.env, awsEnvironment(dynamodbEndpoint), {
    AWS_EC2_METADATA_DISABLED: 'true',
    TABLE_NAME: tableName,
    ...(baseUrl && { BASE_URL: baseUrl }),
    ...aws,
  });
}
