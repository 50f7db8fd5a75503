/** The tests of a deployed service: the end-to-end suite, and the tests of what only a deployment has. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    environment: 'node',
    include: ['test/end-to-end/**/*.test.ts', 'test/deployed/**/*.test.ts'],
    exclude: ['test/end-to-end/local/**'],
    // The emulator starts a process for each concurrent call, so only one file runs at a time.
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
