/** Time as it passes: runs what has become due, and sweeps, as long as nobody moves the clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PendingSchedule } from '#infra/local/fakes/schedules.ts';
import type { InvokeAll } from './invoke-schedules.ts';
import type { RunExclusive } from './mutex.ts';
import type { Sweeps } from './sweeps.ts';

type Parts = {
  due(): PendingSchedule[];
  invokeAll: InvokeAll;
  sweeps: Pick<Sweeps, 'sweepIfDue'>;
  runExclusive: RunExclusive;
  /** Called after runs, which write. */
  afterWrite(): void;
  stopping: AbortSignal;
};

/** Far finer than Scheduler's own minute. */
const LOOK_EVERY_MS = 250;

/** Resolves when it has stopped and nothing runs any more. */
export async function liveInRealTime(parts: Parts): Promise<void> {
  const { stopping, runExclusive } = parts;
  while (!stopping.aborted) {
    // A look that fails changes nothing: the next one sees the same.
    await runExclusive(() => look(parts)).catch((error: unknown) => console.error(`Wakes could not be run: ${error}`));
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

async function look({ due, invokeAll, sweeps, afterWrite, stopping }: Parts): Promise<void> {
  if (stopping.aborted) return;
  const ripe = due();
  if (ripe.length > 0) {
    await invokeAll(ripe);
    afterWrite();
  }
  await sweeps.sweepIfDue();
}
