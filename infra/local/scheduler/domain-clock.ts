/** The local run's clock: real time plus an offset, which only grows and outlives the process. It can be held; a mutex orders what moves it. */
import { readState, writeState } from '#infra/local/data-dir.ts';

export type DomainClock = {
  now(): Date;
  isHeld(): boolean;
  /** Stops the clock at this instant (or now, if that has passed) until `moveTo`. */
  holdAt(instant: Date): void;
  /** Saves the time of a held clock: if the process is killed, the next start goes on from there. */
  keep(): Promise<void>;
  /** Sets the clock to `target`, from where it runs on; saved first. It never moves backwards. */
  moveTo(target: Date): Promise<void>;
};

export async function openDomainClock(file: string): Promise<DomainClock> {
  let offsetMs = (await readState<{ offsetMs: number }>(file))?.offsetMs ?? 0;
  let heldMs: number | undefined;
  let keeping: { atMs: number; done: Promise<unknown> } | undefined;
  const nowMs = () => heldMs ?? Date.now() + offsetMs;
  const writeAlone = createMutex();
  const write = (atMs: number): Promise<number> =>
    writeAlone(async () => {
      const next = Math.max(offsetMs, atMs - Date.now());
      await writeState(file, { offsetMs: next });
      return next;
    });
  return {
    now: () => new Date(nowMs()),
    isHeld: () => heldMs !== undefined,
    holdAt: (instant) => {
      heldMs = Math.max(nowMs(), instant.getTime());
    },
    keep: async () => {
      // What `moveTo` saved is still the offset of a clock that runs.
      if (heldMs === undefined) return;
      const atMs = nowMs();
      // Many runs end at one held instant: the first of them writes for all.
      if (keeping?.atMs !== atMs) keeping = { atMs, done: write(atMs) };
      await keeping.done;
    },
    moveTo: async (target) => {
      offsetMs = await write(Math.max(heldMs ?? 0, target.getTime()));
      heldMs = undefined;
    },
  };
}

export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
