/** Planted bugs of wakes: schedules, the sweeper, what is woken for ever. */
import { sweep } from '#functions/scheduled/sweep.ts';
import { clock } from '#lib/clock.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { createWake } from '#lib/schedule/create-wake.ts';
import { getCollection } from '#lib/store/collections.ts';
import { findOverdueWakes } from '#lib/store/due-wakes.ts';
import { changing, isUpdate, type Planted, unconditional } from './planted.ts';

const now = () => clock.now().getTime();

/** Makes the schedule that seems to be missing. */
async function scheduleAgain(id: string): Promise<void> {
  const place = parseCollectionId(id);
  const { wakeNumber } = (place && (await getCollection(place))) ?? { wakeNumber: 0 };
  const at = new Date(clock.now().getTime() + 60_000);
  await createWake({ name: `${id}-${wakeNumber}`, at, input: { collection: id, wake: wakeNumber } });
}

export const WAKES: readonly Planted[] = [
  {
    name: 'schedule name reused',
    mistake: 'A schedule is named for the collection, not for the wake.',
    breaks: [4],
    within: 20,
    seams: { schedule: (input) => ({ ...input, Name: input.Name?.replace(/-\d+$/, '') }) },
  },
  {
    name: 'sweep makes schedules',
    mistake: 'The sweeper makes a schedule again instead of ringing itself.',
    breaks: [4],
    within: 100,
    seams: { functions: (real) => ({ ...real, sweep: sweep({ findOverdueWakes, ring: scheduleAgain, now }) }) },
  },
  {
    name: 'no sweeper',
    mistake: 'Nobody looks for wakes that were missed.',
    breaks: [4],
    within: 50,
    seams: { sweeps: false },
  },
  {
    name: 'wake set on what has ended',
    mistake: 'The next wake is set without looking at the state.',
    breaks: [7],
    within: 1000,
    seams: { table: changing(isUpdate('SET wakeNumber = :woken'), unconditional) },
  },
];
