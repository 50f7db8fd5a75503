/** Runs one test file, or some of its tests, with the given served code and switch. */
import { join } from 'node:path';
import type { TestCase, TestModule, Vitest } from 'vitest/node';
import type { Served, ServedMutants } from './serve-mutants.ts';
import type { Mutation } from './set-up.ts';
import type { WarmPool } from './warm-pool.ts';

export type TestFileRun = {
  trial: string;
  serve: Served;
  mutation: Mutation;
  timeoutMs: number;
  /** The tests to run; all tests when left out. */
  testIds?: readonly string[] | undefined;
};

export type Ended = {
  isPassed: boolean;
  isEndless: boolean;
  module: TestModule | undefined;
  errors: readonly unknown[];
};

/** A test that hangs ends by its own time limit. One that never yields is killed with its process this much later, in milliseconds. */
const GRACE_MS = 20_000;

export type Runner = { vitest: Vitest; pool: WarmPool; mutants: ServedMutants };

export async function runTestFile(runner: Runner, run: TestFileRun): Promise<Ended> {
  const { vitest, pool, mutants } = runner;
  const { trial, serve, mutation, timeoutMs, testIds } = run;
  const changed = mutants.serve(serve);
  for (const path of changed) vitest.invalidateFile(path);
  const project = vitest.getRootProject();
  project.provide('mutation', { ...mutation, timeoutMs, changed });
  const specification = project.createSpecification(join(process.cwd(), trial), testIds && { testIds: [...testIds] });
  let isKilled = false;
  const timer = setTimeout(() => {
    isKilled = true;
    pool.kill();
  }, timeoutMs + GRACE_MS);
  const { unhandledErrors } = await vitest.runTestSpecifications([specification]);
  clearTimeout(timer);
  const module = specification.testModule;
  const tests = [...(module?.children.allTests() ?? [])];
  return {
    isPassed: module?.state() === 'passed' && unhandledErrors.length === 0,
    isEndless: isKilled || tests.some((test) => test.meta().isEndless),
    module,
    errors: [...(module?.errors() ?? []), ...tests.flatMap(failureOf), ...unhandledErrors],
  };
}

const failureOf = (test: TestCase): unknown[] =>
  test.result().state === 'failed' ? [test.fullName, ...(test.result().errors ?? [])] : [];
