/** How unit tests run against mutants: as in `npm test`, in one process that loads our modules anew for each test file. */
import { defineConfig } from 'vitest/config';
import { UNIT } from '#test/support/unit-tests.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: UNIT,
    setupFiles: ['test/support/environment.ts', 'test/mutation/unit-tests/set-up.ts'],
    isolate: false,
    maxWorkers: 1,
    update: 'none',
    // A cached module would be without mutants, or with those of another run.
    fsModuleCache: false,
  },
});
