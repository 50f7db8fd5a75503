/** Runs before each test file in its process: modules are loaded again, with one mutant on or with all mutants counted. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, inject, type TaskMeta, vi } from 'vitest';
import { countAsked, type Reached, switchOn } from '#test/mutation/mutants/switch.ts';

/** The treatment of mutants in the run of a test file. */
export type Mutation =
  | { kind: 'none' }
  | { kind: 'count'; mutants: number }
  | { kind: 'switch'; mutant: number; limit: number };

declare module 'vitest' {
  interface ProvidedContext {
    /** `changed` holds the paths of the files whose served code differs from the last run. */
    mutation?: Mutation & { timeoutMs: number; changed: readonly string[] };
  }
  interface TaskMeta {
    /** For a test, the mutants that it reaches. For a file, the mutants that are reached outside of its tests. */
    reached?: Reached;
    /** For a test, whether the mutant was reached more often than its limit. */
    isEndless?: boolean;
  }
}

const mutation = inject('mutation');

// A fixed seed, because with random input a mutant may die in some runs only.
fc.configureGlobal({ seed: 1, endOnFailure: true });
// Modules are loaded again because a mutant may change module state, or act while a module is loaded.
vi.resetModules();

if (mutation !== undefined) vi.setConfig({ testTimeout: mutation.timeoutMs, hookTimeout: mutation.timeoutMs });
if (mutation?.kind === 'count') count(mutation.mutants);
if (mutation?.kind === 'switch') {
  const { isEndless } = switchOn(mutation.mutant, mutation.limit);
  afterEach(({ task }) => {
    task.meta.isEndless = isEndless();
  });
}

function count(mutants: number): void {
  const { take } = countAsked(mutants);
  const outside: Reached[] = [];
  let file: { meta: TaskMeta } | undefined;
  beforeEach(({ task }) => {
    file = task.file;
    outside.push(take());
  });
  afterEach(({ task }) => {
    task.meta.reached = take();
  });
  afterAll(() => {
    if (file !== undefined) file.meta.reached = [...outside, take()].flat();
  });
}
