/**
 * How tests run. `unit`: no database, no program, many files in one process. `table`: one DynamoDB for all of them, many files
 * in one process, each with a table of its own. `screen`: parts of the console, without a browser. `integration`: a process for
 * each file, and databases for them and for the programs that they start; a test file is here unless `UNIT` or `TABLE` names it.
 */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SCREEN_PROJECT, TABLE, TABLE_PROJECT, UNIT, UNIT_PROJECT } from './test/support/test-projects.ts';

/** What takes longest comes first, so that no process is left alone with one of these at the end. */
const LONG = /\/test\/(?:simulation|browser|end-to-end\/(?:local|contract)|infra)\//;
const isLong = ({ moduleId }: TestSpecification): number => (LONG.test(moduleId) ? 0 : 1);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => isLong(one) - isLong(other));
  }
}

/** Test processes, and the local runs and commands that they start, compile the same packages again and again. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/environment.ts'],
    pool: 'forks',
    // The library of passkeys looks which algorithms this Node has, and some of them are experiments.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Two more than a small machine has processors: many files wait for a local run, a command or a channel's time limit.
    maxWorkers: 4,
    reporters: ['minimal'],
    // What a test prints is shown when the test fails.
    silent: 'passed-only',
    sequence: { sequencer: LongFirst },
    // Nothing is timed here: these only end what hangs, on the slowest of machines.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    projects: [
      { test: UNIT_PROJECT },
      { test: TABLE_PROJECT },
      SCREEN_PROJECT,
      {
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          // The tools of `npm run test:clients` bring packages with tests of their own.
          exclude: ['**/node_modules/**', 'test/deployed/**', ...UNIT, ...TABLE],
          globalSetup: ['dynamodb', 'databases-for-local-runs', 'shared-service', 'browser'].map(
            (what) => `test/support/start-${what}.ts`,
          ),
        },
      },
    ],
  },
});
