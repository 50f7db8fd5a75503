/** How tests run: one DynamoDB for all of them, a process and a table name of its own for each file. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: ['test/deployed/**', 'node_modules/**'],
    globalSetup: ['test/support/start-dynamodb.ts'],
    setupFiles: ['test/support/environment.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Nothing is timed here: these only end what hangs, on the slowest of machines.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
