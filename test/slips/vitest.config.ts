/** The tests that are run against each slip: those of the units, of the table and of the console's screens. What starts programs takes too long for that. */
import { defineConfig } from 'vitest/config';
import { SCREEN_PROJECT, TABLE_PROJECT, UNIT_PROJECT } from '#test/support/test-projects.ts';

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/environment.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: UNIT_PROJECT },
      { extends: true, test: TABLE_PROJECT },
      { extends: true, ...SCREEN_PROJECT },
    ],
  },
});
