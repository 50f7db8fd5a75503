/** Starts one DynamoDB, in memory, for all integration tests of a run; `environment.ts` tells each test file where it is. */
import type { TestProject } from 'vitest/node';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    dynamodbEndpoint: string;
  }
}

/** Compiles fast rather than well: a database that lives for minutes costs half the processor time so. */
const SHORT_LIVED_JAVA = '-XX:TieredStopAtLevel=1';

const startForTests = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  // Tests that start a database of their own inherit it.
  process.env['JAVA_TOOL_OPTIONS'] ??= SHORT_LIVED_JAVA;
  const dynamodb = await startDynamoDb({ log: (line) => console.info(line) });
  provide('dynamodbEndpoint', dynamodb.endpoint);
  return dynamodb.stop;
};

export default startForTests;
