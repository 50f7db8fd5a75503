/** The Vitest settings for mutants: as in `npm test`, but in one process that loads modules again for each test file. */
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
    // A cached module would have no mutants, or those of another run.
    fsModuleCache: false,
  },
});
