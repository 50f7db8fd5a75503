/**
 * Starts two DynamoDB processes in memory for all integration tests of a run: one for the tables of test files (`environment.ts`
 * sets its address), and one for local runs, because their streams would make the first one slower with every test.
 */
import type { TestProject } from 'vitest/node';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    dynamodbEndpoint: string;
    /** The database of local runs that do not start their own. */
    localRunsEndpoint: string;
  }
}

/** Stops at the first compiler tier: a database that lives for minutes then costs half the processor time. */
const SHORT_LIVED_JAVA = '-XX:TieredStopAtLevel=1';

const startForTests = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  // Tests that start their own database inherit this variable.
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
