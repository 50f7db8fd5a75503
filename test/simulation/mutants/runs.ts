/** Mutants of runs: schedules, the queue, the sweeper, and runs of ended collections. */

import { sweep } from '#functions/scheduled/sweep.ts';
import { clock } from '#lib/clock.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { createSchedule } from '#lib/schedule/create-schedule.ts';
import { type Run, waitingRuns } from '#lib/schedule/runs-queue.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { findDueErasures, findOverdueRuns } from '#lib/store/collection/runs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { changing, isUpdate, type Mutant, unconditional } from './mutant.ts';

/** Makes the schedules that seem to be missing again. */
async function scheduleAgain(runs: readonly Run[]): Promise<number> {
  const at = new Date(clock.now().getTime() + 60_000);
  for (const { collection: id } of runs) {
    const ref = parseCollectionId(id);
    const { runNumber } = (ref && (await getCollection(table, ref))) ?? { runNumber: 0 };
    await createSchedule({ name: `${id}-${runNumber}`, at, input: { collection: id, run: runNumber } });
  }
  return 0;
}

export const RUNS: readonly Mutant[] = [
  {
    name: 'schedule name reused',
    mistake: 'A schedule is named for the collection, not for the run.',
    breaks: [4],
    within: 20,
    seams: { schedule: (input) => ({ ...input, Name: input.Name?.replace(/-\d+$/, '') }) },
  },
  {
    name: 'sweep makes schedules',
    mistake: 'The sweeper makes a schedule again instead of queueing the run itself.',
    breaks: [4],
    within: 100,
    seams: {
      functions: (real) => ({
        ...real,
        sweep: sweep({
          ...storeOf(table, { findOverdueRuns, findDueErasures }),
          waitingRuns,
          queueRuns: scheduleAgain,
          clock,
        }),
      }),
    },
  },
  {
    name: 'no sweeper',
    mistake: 'Missed runs are never looked for.',
    breaks: [4],
    within: 50,
    seams: { sweeps: false },
  },
  {
    name: 'queued run lost',
    mistake: 'What is due within a minute gets neither a schedule nor a place on the queue.',
    breaks: [4],
    within: 100,
    seams: { queue: (entries) => entries.filter(({ MessageBody }) => JSON.parse(MessageBody).run === undefined) },
  },
  {
    name: 'run set after the end',
    mistake: 'The next run is set without looking at the state.',
    breaks: [7],
    within: 2500,
    from: 200_001,
    seams: { table: changing(isUpdate('SET runNumber = :newRunNumber'), unconditional) },
  },
];
