/** Starts one DynamoDB, in memory, for the whole test run; `environment.ts` tells each test file where it is. */
import type { TestProject } from 'vitest/node';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    dynamodbEndpoint: string;
  }
}

const startForTests = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const dynamodb = await startDynamoDb({ log: (line) => console.info(line) });
  provide('dynamodbEndpoint', dynamodb.endpoint);
  return dynamodb.stop;
};

export default startForTests;
