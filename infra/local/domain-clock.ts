/** The local run's clock: wall time plus an offset that only grows and outlives the process; it can be made to stand still. */
import { readState, writeState } from './state-file.ts';

export type DomainClock = {
  now(): Date;
  /** Stands still at this instant, or where it is when that has passed, until it is moved to where it ticks on. */
  holdAt(instant: Date): void;
  /** Where a held clock stands is from now on where the next start goes on, should this process be killed. */
  keep(): Promise<void>;
  /** From now on the clock shows `target` and ticks on; kept before it shows. Never moves backwards. */
  moveTo(target: Date): Promise<void>;
};

export async function openDomainClock(file: string): Promise<DomainClock> {
  let offsetMs = (await readState<{ offsetMs: number }>(file))?.offsetMs ?? 0;
  let heldMs: number | undefined;
  let keeping: { atMs: number; done: Promise<unknown> } | undefined;
  const nowMs = () => heldMs ?? Date.now() + offsetMs;
  const write = async (atMs: number): Promise<number> => {
    const next = Math.max(offsetMs, atMs - Date.now());
    await writeState(file, { offsetMs: next });
    return next;
  };
  return {
    now: () => new Date(nowMs()),
    holdAt: (instant) => {
      heldMs = Math.max(nowMs(), instant.getTime());
    },
    keep: async () => {
      const atMs = nowMs();
      // Many runs end at one instant: the first of them writes for all.
      if (keeping?.atMs !== atMs) keeping = { atMs, done: write(atMs) };
      await keeping.done;
    },
    moveTo: async (target) => {
      offsetMs = await write(Math.max(heldMs ?? 0, target.getTime()));
      heldMs = undefined;
    },
  };
}
