/** Mutants of runs: schedules, the sweeper, and runs of ended collections. */
import { sweep } from '#functions/scheduled/sweep.ts';
import { clock } from '#lib/clock.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { createSchedule } from '#lib/schedule/create-schedule.ts';
import { getCollection } from '#lib/store/collections.ts';
import { findOverdueRuns } from '#lib/store/due-runs.ts';
import { changing, isUpdate, type Mutant, unconditional } from './mutant.ts';

/** Makes the schedule that seems to be missing again. */
async function scheduleAgain(id: string): Promise<void> {
  const ref = parseCollectionId(id);
  const { runNumber } = (ref && (await getCollection(ref))) ?? { runNumber: 0 };
  const at = new Date(clock.now().getTime() + 60_000);
  await createSchedule({ name: `${id}-${runNumber}`, at, input: { collection: id, run: runNumber } });
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
    mistake: 'The sweeper makes a schedule again instead of invoking the function itself.',
    breaks: [4],
    within: 100,
    seams: {
      functions: (real) => ({ ...real, sweep: sweep({ findOverdueRuns, invokeFollowUp: scheduleAgain, clock }) }),
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
    name: 'run set after the end',
    mistake: 'The next run is set without looking at the state.',
    breaks: [7],
    within: 2500,
    from: 200_001,
    seams: { table: changing(isUpdate('SET runNumber = :newRunNumber'), unconditional) },
  },
];
