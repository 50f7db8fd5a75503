/** Kills mutants by unit tests: a trial is a test file that Vitest runs in a process that stays alive. */
import { join, relative } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import type { Killer, KillerOptions, Measured } from '#test/mutation/killer.ts';
import { type Ended, runTestFile, type TestFileRun } from './run-test-file.ts';
import { type ServedMutants, serveMutants } from './serve-mutants.ts';
import { WarmPool } from './warm-pool.ts';

/** The time in milliseconds that a trial may take beyond its usual time, because the machine may be busy. */
const PATIENCE_MS = 20_000;
const PATIENCE_FACTOR = 10;
/** The number of times that a mutant may be reached beyond usual. An endless loop exceeds it within a second. */
const MORE_QUESTIONS = 1_000_000;
/** The time limit of a test without a mutant, in milliseconds. */
const timeoutMs = 600_000;
/** The time of a test file's run beside its tests, in milliseconds. */
const OVERHEAD_MS = 20;

type Test = { id: string; ms: number; reached: ReadonlyMap<number, number> };
type MeasuredFile = Measured & { tests: readonly Test[]; outside: ReadonlyMap<number, number> };

export async function createUnitTestKiller(options: KillerOptions): Promise<Killer<MeasuredFile>> {
  const pool = new WarmPool();
  const mutants = serveMutants(options);
  const vitest = await startVitest(mutants, pool);
  const runner = { vitest, pool, mutants };
  return {
    async trials() {
      const specifications = await vitest.getRelevantTestSpecifications();
      if (specifications.length === 0) throw new Error('No unit test imports what is to be mutated');
      return specifications.map(({ moduleId }) => relative(process.cwd(), moduleId)).toSorted();
    },
    async measure(trial) {
      const mutation = { kind: 'count', mutants: options.numbers.size } as const;
      return measuredFile(
        trial,
        passed(trial, await runTestFile(runner, { trial, serve: 'all', mutation, timeoutMs })),
      );
    },
    async attempt(measured, mutant) {
      const { isPassed, isEndless } = await runTestFile(runner, attemptOn(measured, mutant));
      if (isEndless) return 'endless';
      return isPassed ? 'passed' : 'failed';
    },
    async recheck({ trial }) {
      passed(trial, await runTestFile(runner, { trial, serve: 'none', mutation: { kind: 'none' }, timeoutMs }));
    },
    async close() {
      pool.kill();
      await vitest.close();
    },
  };
}

function startVitest({ paths, plugin }: ServedMutants, pool: WarmPool): Promise<Vitest> {
  const options = {
    config: join(import.meta.dirname, 'vitest.config.ts'),
    watch: false,
    bail: 1,
    pool,
    related: [...paths],
    reporters: [{}],
    onConsoleLog: () => false,
  };
  return createVitest('test', options, { plugins: [plugin] });
}

/** The tests that reach the mutant; all tests when it is reached while the file is loaded. */
const testsOf = ({ tests, outside }: Pick<MeasuredFile, 'tests' | 'outside'>, mutant: number): readonly Test[] =>
  outside.has(mutant) ? tests : tests.filter(({ reached }) => reached.has(mutant));

const costOf = (tests: readonly Test[]): number => tests.reduce((sum, { ms }) => sum + ms, OVERHEAD_MS);

function attemptOn(measured: MeasuredFile, mutant: number): TestFileRun {
  const { trial, outside } = measured;
  const chosen = testsOf(measured, mutant);
  const usual = [outside, ...chosen.map(({ reached }) => reached)].map((reached) => reached.get(mutant) ?? 0);
  const limit = MORE_QUESTIONS + PATIENCE_FACTOR * usual.reduce((sum, asked) => sum + asked, 0);
  return {
    trial,
    serve: mutant,
    mutation: { kind: 'switch', mutant, limit },
    testIds: outside.has(mutant) ? undefined : chosen.map(({ id }) => id),
    timeoutMs: PATIENCE_MS + PATIENCE_FACTOR * costOf(chosen),
  };
}

function passed(trial: string, { isPassed, module, errors }: Ended): TestModule {
  if (!isPassed || module === undefined) throw new Error(`${trial} fails without a mutant`, { cause: errors });
  return module;
}

function measuredFile(trial: string, module: TestModule): MeasuredFile {
  const tests = [...module.children.allTests()].map((test) => ({
    id: test.id,
    ms: test.diagnostic()?.duration ?? 0,
    reached: new Map(test.meta().reached),
  }));
  const outside = new Map<number, number>();
  for (const [mutant, asked] of module.meta().reached ?? []) outside.set(mutant, asked + (outside.get(mutant) ?? 0));
  const reached = new Set([...outside.keys(), ...tests.flatMap((test) => [...test.reached.keys()])]);
  const costs = new Map([...reached].map((mutant) => [mutant, costOf(testsOf({ tests, outside }, mutant))]));
  return { trial, tests, outside, costs };
}
