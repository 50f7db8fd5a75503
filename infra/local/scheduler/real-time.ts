/** Runs what falls due as real time passes, between the moves of the clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueuedRun } from '#infra/local/fakes/runs-queue.ts';
import type { PendingSchedule } from '#infra/local/fakes/schedules.ts';
import type { FeedRuns } from './feed-runs.ts';
import type { InvokeSchedules } from './invoke-schedules.ts';
import type { RunExclusive } from './mutex.ts';
import type { Sweeps } from './sweeps.ts';

type Parts = {
  due(): PendingSchedule[];
  invokeSchedules: InvokeSchedules;
  queued(): QueuedRun[];
  feedRuns: FeedRuns;
  /** What is on the queue of webhooks, and due. */
  told(): QueuedRun[];
  feedWebhooks: FeedRuns;
  sweeps: Pick<Sweeps, 'sweepIfDue'>;
  runExclusive: RunExclusive;
  /** Called after runs, because they write to the table. */
  afterWrite(): void;
  stopping: AbortSignal;
};

/** EventBridge Scheduler is precise to the minute only. */
const POLL_MS = 250;

/** Resolves when `stopping` is aborted and nothing runs any more. */
export async function runInRealTime(parts: Parts): Promise<void> {
  const { stopping, runExclusive } = parts;
  while (!stopping.aborted) {
    // A failure changes nothing: the next round finds the same due.
    await runExclusive(() => runDue(parts)).catch((error: unknown) => {
      console.error(`What is due could not be run: ${error}`);
    });
    await sleep(POLL_MS, undefined, { signal: stopping }).catch(() => {});
  }
}

async function runDue(parts: Parts): Promise<void> {
  const { due, invokeSchedules, sweeps, afterWrite, stopping } = parts;
  if (stopping.aborted) return;
  const schedules = due();
  if (schedules.length > 0) {
    await invokeSchedules(schedules);
    afterWrite();
  }
  await feedQueued(parts);
  await sweeps.sweepIfDue();
}

/** Resolves when what was on the queue, and due, has run. */
export async function feedQueued(
  parts: Pick<Parts, 'queued' | 'feedRuns' | 'told' | 'feedWebhooks' | 'afterWrite'>,
): Promise<void> {
  const runs = parts.queued();
  const told = parts.told();
  if (runs.length + told.length === 0) return;
  await Promise.all([parts.feedRuns(runs), parts.feedWebhooks(told)]);
  parts.afterWrite();
}
