/**
 * How tests run. `unit`: no database, no program, many files in one process. `table`: one DynamoDB for all of them, many files
 * in one process, each with a table of its own. `integration`: a process for each file, and databases for them and for the
 * programs that they start; a test file is here unless `UNIT` or `TABLE` names it.
 */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { REPETITIONS, times } from './test/support/repetitions.ts';
import { UNIT } from './test/support/unit-tests.ts';

/**
 * What draws at random or races, or repeats one test for every fault or account. In `npm run test:long` these run alone: unit
 * tests again and again, the others drawing more, or with every repetition.
 */
export const RANDOM = {
  unit: [
    'test/{contract,domain,http,pages,use-cases}/**/*.test.ts',
    'test/payment/provider-money.test.ts',
    'test/simulation/model/*.test.ts',
    'test/store/keys.test.ts',
  ],
  table: [
    'test/functions/{create-crash,lost-reply,receive-payment,webhooks/crash}.test.ts',
    'test/store/list-log.test.ts',
  ],
  integration: [
    'test/end-to-end/local/odd-requests.test.ts',
    'test/simulation/{fidelity,mutants,simulation,single-faults}.test.ts',
    'test/soak/soak.test.ts',
  ],
};
/** Left to `npm run test:long`: at random it repeats what the races and `kill-and-restart.test.ts` show one by one. */
const LONG_ONLY = ['test/soak/soak.test.ts'];
const isLong = REPETITIONS > 1;

/**
 * Files that call functions and the store in their own process, on a table of their own. Not `table.test.ts`, whose client has
 * the time limits of a deployment.
 */
export const TABLE = [
  'test/{functions,restore,schedule}/**/*.test.ts',
  'test/store/!(table).test.ts',
  'test/store/restore/*.test.ts',
];

/** What takes longest comes first, so that no process is left alone with one of these at the end. */
const LONGEST = /\/test\/(?:mutation|simulation)\/[^/]*$/;
const LONG = /\/test\/(?:simulation|browser|end-to-end\/local|infra)\//;
const rankOf = ({ moduleId }: TestSpecification): number => (LONGEST.test(moduleId) ? 0 : LONG.test(moduleId) ? 1 : 2);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Test processes, and the local runs and commands that they start, compile the same packages again and again. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/environment.ts'],
    pool: 'forks',
    // Two more than a small machine has processors: many files wait for a local run, a command or a channel's time limit.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Nothing is timed here: these only end what hangs, on the slowest of machines.
    testTimeout: times(600_000),
    hookTimeout: 600_000,
    projects: [
      { test: { name: 'unit', include: isLong ? RANDOM.unit : UNIT, isolate: false, repeats: REPETITIONS - 1 } },
      {
        test: {
          name: 'table',
          include: isLong ? RANDOM.table : TABLE,
          exclude: UNIT,
          isolate: false,
          setupFiles: ['test/support/fresh-parts.ts'],
          globalSetup: 'test/support/start-dynamodb.ts',
        },
      },
      {
        test: {
          name: 'integration',
          include: isLong ? RANDOM.integration : ['test/**/*.test.ts'],
          // The tools of `npm run test:clients` bring packages with tests of their own.
          exclude: ['**/node_modules/**', 'test/deployed/**', ...UNIT, ...TABLE, ...(isLong ? [] : LONG_ONLY)],
          globalSetup: ['dynamodb', 'databases-for-local-runs', 'shared-service', 'browser'].map(
            (what) => `test/support/start-${what}.ts`,
          ),
        },
      },
    ],
  },
});
