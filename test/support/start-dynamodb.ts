/** Starts a DynamoDB process in memory for the tables of all test files of a project; `environment.ts` sets its address. */
import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '#infra/local/aws-environment.ts';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    database: DatabaseAddress;
  }
}

const startForTests = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { endpoint, accessKeyId, stop } = await startDynamoDb({ log: (line) => console.info(line) });
  provide('database', { endpoint, accessKeyId });
  return stop;
};

export default startForTests;
