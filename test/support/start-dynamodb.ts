/** Starts a DynamoDB process in memory for the tables of all test files of a project; `environment.ts` sets its address. */
import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '#infra/local/aws-environment.ts';
import { startDynamoDb } from '#infra/local/dynamodb/start-dynamodb.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    database: DatabaseAddress;
  }
}

/** Stops at the first compiler tier: a database that lives for minutes then costs half the processor time. */
const SHORT_LIVED_JAVA = '-XX:TieredStopAtLevel=1';

/** Of this process and of tests that start their own database. */
export const useShortLivedJava = (): void => {
  process.env['JAVA_TOOL_OPTIONS'] ??= SHORT_LIVED_JAVA;
};

const startForTests = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  useShortLivedJava();
  const { endpoint, accessKeyId, stop } = await startDynamoDb({ log: (line) => console.info(line) });
  provide('database', { endpoint, accessKeyId });
  return stop;
};

export default startForTests;
