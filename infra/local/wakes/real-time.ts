/** Time as it passes: rings what has become due, and sweeps, as long as nobody moves the clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PendingSchedule } from '#infra/local/aws/schedules.ts';
import type { RingAll } from './ring-schedules.ts';
import type { Sweeps } from './sweeps.ts';
import type { Turns } from './turns.ts';

type Parts = {
  due(): PendingSchedule[];
  ringAll: RingAll;
  sweeps: Pick<Sweeps, 'sweepIfDue'>;
  inTurn: Turns;
  /** Called after wakes, which write. */
  afterWrite(): void;
  stopping: AbortSignal;
};

/** Far finer than Scheduler's own minute. */
const LOOK_EVERY_MS = 250;

/** Resolves when it has stopped and nothing rings any more. */
export async function liveInRealTime(parts: Parts): Promise<void> {
  const { stopping, inTurn } = parts;
  while (!stopping.aborted) {
    // A look that fails changes nothing: the next one sees the same.
    await inTurn(() => look(parts)).catch((error: unknown) => console.error(`Wakes could not be run: ${error}`));
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

async function look({ due, ringAll, sweeps, afterWrite, stopping }: Parts): Promise<void> {
  if (stopping.aborted) return;
  const ripe = due();
  if (ripe.length > 0) {
    await ringAll(ripe);
    afterWrite();
  }
  await sweeps.sweepIfDue();
}
