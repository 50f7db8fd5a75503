/** The tests of a deployed service: a journey for each feature, and what only a deployment has. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    environment: 'node',
    include: ['test/end-to-end/journeys.test.ts', 'test/deployed/**/*.test.ts'],
    // The emulator starts a process for each concurrent call. One of the files waits two minutes for a schedule.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
