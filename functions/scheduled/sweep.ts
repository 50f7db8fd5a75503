/** Each minute: queues runs that are overdue, because their schedule was never made or never ran. */

import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { MAX_BATCH, type Queues, queuesFrom, type Run } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { type Cursors, findDueErasures, findOverdueRuns } from '#lib/store/collection/runs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

/** Scheduler itself may be a minute late. */
const OVERDUE_MS = 2 * MINUTE_MS;
/** What is overdue stays so until it is run. With more in line than this, the next sweep would queue the same again. */
const MAX_WAITING = 10_000;
/** Of the minute until the next sweep, and of the function's. */
const WORKS_MS = 40_000;
const BATCHES_AT_ONCE = 10;

/** Erasures that one shard gives one sweep: more could hold up reminders, which share the queue. */
const MAX_ERASURES = 100;

const needs = { ...service, ...storeOf(table, { findOverdueRuns, findDueErasures }), ...queuesFrom(service) };

/** @throws when a shard cannot be read or a run cannot be queued; the others are queued before */
export const sweep = (deps: typeof needs) => async (): Promise<{ swept: number }> => {
  const waiting = await deps.waitingRuns();
  if (waiting > MAX_WAITING) {
    deps.log.count('WARN', 'sweep_skipped', { waiting });
    return { swept: 0 };
  }
  const now = deps.clock.now().getTime();
  // By turns, so that many runs that fail each time do not keep all the others from being found.
  const newestFirst = Math.floor(now / MINUTE_MS) % 2 === 1;
  let [swept, refused, unread] = [0, 0, 0];
  let after: Cursors | undefined;
  do {
    const page = await deps.findOverdueRuns(new Date(now - OVERDUE_MS), { newestFirst, ...(after && { after }) });
    const notQueued = await queueAll(page.ids.map(toRun), deps.queueRuns);
    refused += notQueued;
    unread += page.unread;
    swept += page.ids.length - notQueued;
    after = page.next;
  } while (after && waiting + swept < MAX_WAITING && deps.clock.now().getTime() - now < WORKS_MS);
  if (swept > 0) deps.log.count('WARN', 'run_swept', {}, { runs_swept: swept });
  const left = deps.settings.retentionDays === undefined ? NOTHING : await sweepErasures(deps, new Date(now));
  if (refused + left.refused + unread + left.unread > 0)
    throw new Error(
      `the sweep is incomplete: ${refused + left.refused} not queued, ${unread + left.unread} shards not read`,
    );
  return { swept };
};

const NOTHING = { refused: 0, unread: 0 };

/** No schedule is made for an erasure: the sweeper finds those that are due, where a retention period is set. */
async function sweepErasures(deps: typeof needs, now: Date): Promise<typeof NOTHING> {
  const { ids, unread } = await deps.findDueErasures(now, MAX_ERASURES);
  const refused = await queueAll(
    ids.map((collection) => ({ collection, erases: true })),
    deps.queueRuns,
  );
  return { refused, unread };
}

const toRun = (collection: string): Run => ({ collection });

/** Returns how many could not be queued. */
async function queueAll(runs: readonly Run[], queue: Queues['queueRuns']): Promise<number> {
  const batches = Array.from({ length: Math.ceil(runs.length / MAX_BATCH) }, (_, batch) =>
    runs.slice(batch * MAX_BATCH, (batch + 1) * MAX_BATCH),
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

export const handler = sweep(needs);
