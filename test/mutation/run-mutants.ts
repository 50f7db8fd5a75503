/** Runs the trials of each mutant until one fails; several killers share the mutants. */
import type { Killer, Measured } from './killer.ts';
import type { Mutant } from './mutants/mutant.ts';

type Fate = 'killed' | 'survived' | 'endless' | 'unreached';
/** `by` is the trial that failed or did not end. */
export type Result = { mutant: Mutant; fate: Fate; by?: string };

export type Work<M extends Measured> = {
  killers: readonly Killer<M>[];
  mutants: readonly Mutant[];
  numbers: ReadonlyMap<string, number>;
  heard?: (done: number, result: Result) => void;
};

/** @throws Error when a trial fails without a mutant, before the first or after the last. */
export async function runMutants<M extends Measured>(work: Work<M>): Promise<Result[]> {
  const { killers, numbers, heard = () => {} } = work;
  const measured = await measureAll(killers);
  const order = orderOf(measured);
  const results: Result[] = [];
  const failed = new Map(killers.map((killer) => [killer, new Set<M>()]));
  await share(work.mutants, killers, async (mutant, killer) => {
    const number = numberOf(mutant, numbers);
    const { result, by } = await runMutant({ mutant, number, killer, trials: order.trialsFor(mutant, number) });
    if (by !== undefined) {
      order.learn(mutant, by);
      failed.get(killer)?.add(by);
    }
    results.push(result);
    heard(results.length, result);
  });
  // A mutant may have damaged its process; then the results after it mean nothing.
  for (const [killer, trials] of failed) for (const trial of trials) await killer.recheck(trial);
  return results.toSorted((a, b) => numberOf(a.mutant, numbers) - numberOf(b.mutant, numbers));
}

function numberOf({ id }: Mutant, numbers: ReadonlyMap<string, number>): number {
  const number = numbers.get(id);
  if (number === undefined) throw new Error(`${id} has no number`);
  return number;
}

async function measureAll<M extends Measured>(killers: readonly Killer<M>[]): Promise<M[]> {
  const [first] = killers;
  if (first === undefined) throw new Error('Without a killer no mutant dies');
  const measured: M[] = [];
  await share(await first.trials(), killers, async (trial, killer) => {
    measured.push(await killer.measure(trial));
  });
  return measured;
}

type OneMutant<M extends Measured> = { mutant: Mutant; number: number; killer: Killer<M>; trials: readonly M[] };

async function runMutant<M extends Measured>(one: OneMutant<M>): Promise<{ result: Result; by?: M }> {
  const { mutant, number, killer, trials } = one;
  for (const by of trials) {
    const outcome = await killer.attempt(by, number);
    if (outcome === 'passed') continue;
    return { result: { mutant, fate: outcome === 'failed' ? 'killed' : 'endless', by: by.trial }, by };
  }
  return { result: { mutant, fate: trials.length === 0 ? 'unreached' : 'survived' } };
}

/** Sorts trials: cheap ones first, and those that have killed other mutants of the same file. */
function orderOf<M extends Measured>(measured: readonly M[]) {
  const kills = new Map<string, number>();
  const keyOf = ({ trial }: M, { file }: Mutant) => `${trial} ${file}`;
  return {
    learn(mutant: Mutant, by: M): void {
      kills.set(keyOf(by, mutant), (kills.get(keyOf(by, mutant)) ?? 0) + 1);
    },
    trialsFor(mutant: Mutant, number: number): M[] {
      const weigh = (one: M) => (one.costs.get(number) ?? 0) / (1 + (kills.get(keyOf(one, mutant)) ?? 0));
      const trials = measured.filter(({ costs }) => costs.has(number));
      return trials.toSorted((a, b) => weigh(a) - weigh(b));
    },
  };
}

/** Each killer takes the next item when it has finished the last one. */
async function share<T, K>(items: readonly T[], killers: readonly K[], work: (item: T, killer: K) => Promise<void>) {
  const left = items.values();
  await Promise.all(
    killers.map(async (killer) => {
      for (const item of left) await work(item, killer);
    }),
  );
}
