/** Kills mutants by the worlds of the simulator: a trial is a range of seeds, and each mutant has its own process. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Killer, KillerOptions, Measured } from '#test/mutation/killer.ts';
import { compileMutants } from '#test/mutation/mutants/compile.ts';
import type { Ran, Served, Worlds } from './world-process.ts';

const PROCESS = join(import.meta.dirname, 'world-process.ts');

/** The seeds of a trial begin where those of the trial before end, so most mutants die in few worlds. */
const SHARES = [20, 80, Number.POSITIVE_INFINITY];
/** The time that a trial may take: its usual time by a factor, because the machine may be busy. */
const PATIENCE_FACTOR = 10;
const PATIENCE_MS = 60_000;

type MeasuredWorlds = Measured & { ms: number };

/** @throws Error when `worlds` is not above 0. */
export function trialsOf(worlds: number): string[] {
  const trials: string[] = [];
  for (let from = 1; from <= worlds; ) {
    const count = Math.min(SHARES[trials.length] ?? Number.POSITIVE_INFINITY, worlds - from + 1);
    trials.push(`seeds ${from} to ${from + count - 1}`);
    from += count;
  }
  if (trials.length === 0) throw new Error('A mutant needs at least one world');
  return trials;
}

function worldsOf(trial: string): Worlds {
  const [from = 0, to = 0] = (trial.match(/\d+/g) ?? []).map(Number);
  return { from, count: to - from + 1 };
}

export function createWorldKiller(options: KillerOptions, worlds: number): Killer<MeasuredWorlds> {
  let open: { child: ChildProcess; serves: number | undefined } | undefined;
  const close = () => {
    open?.child.kill('SIGKILL');
    open = undefined;
  };
  process.once('exit', close);

  /** The process that serves the mutant, or counts all mutants when there is none. */
  function processFor(mutant: number | undefined): ChildProcess {
    if (open !== undefined && open.serves === mutant && open.child.connected) return open.child;
    close();
    const child = fork(PROCESS, [], { stdio: 'ignore' });
    child.send(servedFor(options, mutant));
    open = { child, serves: mutant };
    return child;
  }

  async function ran(trial: string, mutant: number | undefined, timeoutMs: number): Promise<Ran> {
    const child = processFor(mutant);
    child.send(worldsOf(trial));
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const stop = new AbortController();
    const { signal } = stop;
    const answer = once(child, 'message', { signal }).then(([message]) => message as Ran);
    const exit = once(child, 'exit', { signal }).then(
      ([, by]): Ran => ({ failure: 'its process ended', isEndless: by === 'SIGKILL', reached: [] }),
    );
    try {
      return await Promise.race([answer, exit]);
    } finally {
      clearTimeout(timer);
      stop.abort();
      await Promise.allSettled([answer, exit]);
    }
  }

  return {
    trials: async () => trialsOf(worlds),
    async measure(trial) {
      const began = performance.now();
      const { failure, reached } = await ran(trial, undefined, Number.MAX_SAFE_INTEGER % 2 ** 31);
      if (failure !== undefined) throw new Error(`${trial} fail without a mutant: ${failure}`);
      const ms = performance.now() - began;
      return { trial, ms, costs: new Map(reached.map(([mutant]) => [mutant, ms])) };
    },
    async attempt({ trial, ms }, mutant) {
      const { failure, isEndless } = await ran(trial, mutant, PATIENCE_MS + PATIENCE_FACTOR * ms);
      if (isEndless) return 'endless';
      return failure === undefined ? 'passed' : 'failed';
    },
    // Nothing to check again: no two mutants share a process.
    recheck: async () => {},
    close: async () => close(),
  };
}

function servedFor({ files, numbers }: KillerOptions, mutant: number | undefined): Served {
  const sources = files.flatMap((file) => {
    const mutants = file.mutants.filter(({ id }) => mutant === undefined || numbers.get(id) === mutant);
    if (mutants.length === 0) return [];
    return [[join(process.cwd(), file.file), compileMutants({ ...file, mutants }, numbers)]];
  });
  const mutation = mutant === undefined ? { kind: 'count', mutants: numbers.size } : { kind: 'switch', mutant };
  return { sources: Object.fromEntries(sources), mutation } as Served;
}
