/** Before each test file, in the process that runs it: our modules are loaded anew, with one mutant on or all counted. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, inject, type TaskMeta, vi } from 'vitest';
import { countAsked, type Reached, switchOn } from '#test/mutation/mutants/switch.ts';

/** What to do with the mutants of a test file's run. */
export type Mutation =
  | { kind: 'none' }
  | { kind: 'count'; mutants: number }
  | { kind: 'switch'; mutant: number; limit: number };

declare module 'vitest' {
  interface ProvidedContext {
    /** `changed` are the paths of the files that are served different from the last run. */
    mutation?: Mutation & { timeoutMs: number; changed: readonly string[] };
  }
  interface TaskMeta {
    /** Of a test: the mutants that it reaches. Of a file: those that are reached outside of its tests. */
    reached?: Reached;
    /** Of a test: whether the mutant asked more often than it may. */
    isEndless?: boolean;
  }
}

const mutation = inject('mutation');

// Random input is the same in every run, or a mutant would die in some runs only; that it dies is all we ask.
fc.configureGlobal({ seed: 1, endOnFailure: true });
// Module state is part of what a mutant changes, and some mutants act while a module is loaded.
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
