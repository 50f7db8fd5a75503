/** The tests that Stryker runs against each mutant of `lib/domain` (`npm run test:mutants`, nightly): those without a database. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['test/support/environment.ts'],
    testTimeout: 600_000,
    include: ['test/{domain,use-cases}/**/*.test.ts'],
  },
});
