/** Starts a DynamoDB process in memory for local runs: their streams would make that of the test files slower with every test. */
import type { TestProject } from 'vitest/node';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';
import { useShortLivedJava } from './start-dynamodb.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database of local runs that do not start their own. */
    localRunsEndpoint: string;
  }
}

const startForLocalRuns = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  useShortLivedJava();
  const { endpoint, stop } = await startDynamoDb({ log: () => {} });
  provide('localRunsEndpoint', endpoint);
  return stop;
};

export default startForLocalRuns;
