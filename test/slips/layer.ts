/** How the tests of a layer are run against slips. */
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

type Projects = Exclude<TestProjectConfiguration, string | Promise<unknown> | ((...given: never[]) => unknown)>[];

export const layerOf = (projects: Projects) =>
  defineConfig({
    test: {
      environment: 'node',
      setupFiles: ['test/support/environment.ts'],
      testTimeout: 600_000,
      hookTimeout: 600_000,
      projects: projects.map((each) => ({ extends: true, ...each })),
    },
  });
