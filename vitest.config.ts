/**
 * How tests run. `unit`: no database, no program, many files in one process. `integration`: one DynamoDB for all of them,
 * a process and a table name of its own for each file; a test file is here unless `UNIT` names it.
 */
import { defineConfig } from 'vitest/config';
import { REPETITIONS } from './test/support/repetitions.ts';
import { UNIT } from './test/support/unit-tests.ts';

/** Integration tests that draw at random: in `npm run test:long` these run alone, and draw more. */
const RANDOM = [
  'test/end-to-end/{fuzz,contract/sequences,contract/valid-requests,local/odd-requests}.test.ts',
  'test/functions/receive-payment.test.ts',
  'test/simulation/{fidelity,simulation}.test.ts',
  'test/store/list-log.test.ts',
];

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/environment.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Nothing is timed here: these only end what hangs, on the slowest of machines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      { test: { name: 'unit', include: UNIT, isolate: false, repeats: REPETITIONS - 1 } },
      {
        test: {
          name: 'integration',
          include: REPETITIONS > 1 ? RANDOM : ['test/**/*.test.ts'],
          exclude: ['test/deployed/**', ...UNIT],
          globalSetup: ['test/support/start-dynamodb.ts', 'test/support/start-shared-service.ts'],
        },
      },
    ],
  },
});
