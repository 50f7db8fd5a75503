/** The local run's clock: wall time plus an offset that only grows and outlives the process. */
import { readState, writeState } from './state-file.ts';

export type DomainClock = {
  now(): Date;
  /** From now on the clock shows `target` and ticks on; kept before it shows. Never moves backwards. */
  moveTo(target: Date): Promise<void>;
};

export async function openDomainClock(file: string): Promise<DomainClock> {
  let offsetMs = (await readState<{ offsetMs: number }>(file))?.offsetMs ?? 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    moveTo: async (target) => {
      const next = Math.max(offsetMs, target.getTime() - Date.now());
      await writeState(file, { offsetMs: next });
      offsetMs = next;
    },
  };
}
