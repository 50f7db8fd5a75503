/**
 * Starts DynamoDB, in memory, for all integration tests of a run: one for the tables of test files (`environment.ts` tells them
 * where it is), and one for local runs, whose streams would make the first one slower from test to test.
 */
import type { TestProject } from 'vitest/node';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    dynamodbEndpoint: string;
    /** Where local runs that do not start a database of their own keep their tables. */
    localRunsEndpoint: string;
  }
}

/** Compiles fast rather than well: a database that lives for minutes costs half the processor time so. */
const SHORT_LIVED_JAVA = '-XX:TieredStopAtLevel=1';

const startForTests = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  // Tests that start a database of their own inherit it.
  process.env['JAVA_TOOL_OPTIONS'] ??= SHORT_LIVED_JAVA;
  const tables = await startDynamoDb({ log: (line) => console.info(line) });
  const localRuns = await startDynamoDb({ log: () => {} });
  provide('dynamodbEndpoint', tables.endpoint);
  provide('localRunsEndpoint', localRuns.endpoint);
  return async () => {
    await Promise.all([tables.stop(), localRuns.stop()]);
  };
};

export default startForTests;
