/** Runs of mutants, with a fake killer that needs no tests. */
import { expect, it, vi } from 'vitest';
import type { Killer, Outcome } from './killer.ts';
import { generateMutants } from './mutants/generate.ts';
import { runMutants } from './run-mutants.ts';

const { mutants } = generateMutants('a.ts', 'f(1); f(2);');
const numbers = new Map(mutants.map(({ id }, number) => [id, number]));

/** `trials` holds the cost of each trial and its outcome for each mutant that it reaches. */
function aKiller(trials: Record<string, { ms: number; outcomes: Record<number, Outcome> }>) {
  const attempts: string[] = [];
  const recheck = vi.fn<Killer['recheck']>(async () => {});
  const killer: Killer = {
    trials: async () => Object.keys(trials),
    measure: async (trial) => {
      const { ms = 0, outcomes = {} } = trials[trial] ?? {};
      return { trial, costs: new Map(Object.keys(outcomes).map((number) => [Number(number), ms])) };
    },
    attempt: async ({ trial }, mutant) => {
      attempts.push(`${trial} ${mutant}`);
      const outcome = trials[trial]?.outcomes[mutant];
      if (outcome === undefined) throw new Error(`${trial} does not reach ${mutant}`);
      return outcome;
    },
    recheck,
    close: async () => {},
  };
  return { killer, attempts, recheck };
}

it('a mutant is killed by the first trial that fails, survives when all pass, and is unreached when none runs its code', async () => {
  const { killer } = aKiller({
    cheap: { ms: 1, outcomes: { 0: 'passed', 1: 'passed', 2: 'endless' } },
    dear: { ms: 9, outcomes: { 0: 'failed', 1: 'passed', 2: 'failed' } },
  });
  const results = await runMutants({ killers: [killer], mutants, numbers });
  expect(results.map(({ fate, by }) => [fate, by])).toEqual([
    ['killed', 'dear'],
    ['survived', undefined],
    ['endless', 'cheap'],
    ...Array.from({ length: mutants.length - 3 }, () => ['unreached', undefined]),
  ]);
});

it('the cheapest trial runs first until a more expensive one has killed more mutants of the same file', async () => {
  const { killer, attempts } = aKiller({
    cheap: { ms: 5, outcomes: { 0: 'passed', 1: 'passed' } },
    dear: { ms: 8, outcomes: { 0: 'failed', 1: 'failed' } },
  });
  await runMutants({ killers: [killer], mutants, numbers });
  expect(attempts).toEqual(['cheap 0', 'dear 0', 'dear 1']);
});

it('two killers share the mutants, and the results are in the order of the mutants', async () => {
  const outcomes = Object.fromEntries(mutants.map((_, number) => [number, 'failed' as const]));
  const [one, other] = [aKiller({ trial: { ms: 1, outcomes } }), aKiller({ trial: { ms: 1, outcomes } })];
  const results = await runMutants({ killers: [one.killer, other.killer], mutants, numbers });
  expect(results.map(({ mutant }) => mutant)).toEqual(mutants);
  expect(one.attempts.length + other.attempts.length).toBe(mutants.length);
  expect(Math.min(one.attempts.length, other.attempts.length)).toBeGreaterThan(0);
});

it('a run whose trials fail without a mutant is an error, both before the first mutant and after the last', async () => {
  const { killer, recheck } = aKiller({ trial: { ms: 1, outcomes: { 0: 'failed' } } });
  recheck.mockRejectedValueOnce(new Error('something was left behind'));
  await expect(runMutants({ killers: [killer], mutants, numbers })).rejects.toThrow('something was left behind');
  killer.measure = async () => {
    throw new Error('red from the start');
  };
  await expect(runMutants({ killers: [killer], mutants, numbers })).rejects.toThrow('red from the start');
});

it('a mutant without a number is an error', async () => {
  const { killer } = aKiller({});
  await expect(runMutants({ killers: [killer], mutants, numbers: new Map() })).rejects.toThrow('has no number');
});
