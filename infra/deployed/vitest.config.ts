/** What is asked of a deployed service: the end-to-end suite, and what only a deployment has. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    environment: 'node',
    include: ['test/end-to-end/**/*.test.ts', 'test/deployed/**/*.test.ts'],
    // The contract's thousands of requests would take the emulator an hour.
    exclude: ['test/end-to-end/{contract,local}/**'],
    // Each call that meets another starts a process in the emulator: one file at a time is enough of them.
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
