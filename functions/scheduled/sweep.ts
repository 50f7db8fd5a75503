/** Each minute: queues runs that are overdue, because their schedule was never made or never ran. */
import { clock } from '#lib/clock.ts';
import { logCounted } from '#lib/log.ts';
import { queueRuns, waitingRuns } from '#lib/schedule/runs-queue.ts';
import { MAX_BATCH } from '#lib/schedule/sqs.ts';
import { findOverdueRuns } from '#lib/store/due-runs.ts';

const MINUTE_MS = 60_000;
/** Scheduler itself may be a minute late. */
const OVERDUE_MS = 2 * MINUTE_MS;
/** What is overdue stays so until it is run. With more in line than this, the next sweep would queue the same again. */
const MAX_WAITING = 1_000;
const BATCHES_AT_ONCE = 10;

const live = { findOverdueRuns, waitingRuns, queueRuns, clock };

/** @throws when a shard cannot be read or a run cannot be queued; the others are queued before */
export const sweep = (deps: typeof live) => async (): Promise<{ swept: number }> => {
  const waiting = await deps.waitingRuns();
  if (waiting > MAX_WAITING) {
    logCounted('WARN', 'sweep_skipped', { waiting });
    return { swept: 0 };
  }
  const now = deps.clock.now().getTime();
  // By turns, so that many runs that fail each time do not keep all the others from being found.
  const newestFirst = Math.floor(now / MINUTE_MS) % 2 === 1;
  const { ids, unread } = await deps.findOverdueRuns(new Date(now - OVERDUE_MS), { newestFirst });
  const refused = await queueAll(ids, deps.queueRuns);
  const swept = ids.length - refused;
  if (swept > 0) logCounted('WARN', 'run_swept', {}, { runs_swept: swept });
  if (refused + unread > 0)
    throw new Error(`the sweep is incomplete: ${refused} not queued, ${unread} shards not read`);
  return { swept };
};

/** Returns how many could not be queued. */
async function queueAll(ids: readonly string[], queue: typeof queueRuns): Promise<number> {
  const batches = Array.from({ length: Math.ceil(ids.length / MAX_BATCH) }, (_, batch) =>
    ids.slice(batch * MAX_BATCH, (batch + 1) * MAX_BATCH).map((collection) => ({ collection })),
  );
  const left = batches.values();
  let refused = 0;
  const worker = async () => {
    for (const batch of left) {
      const notQueued = await queue(batch).catch(() => batch.length);
      refused += notQueued;
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, worker));
  return refused;
}

export const handler = sweep(live);
