/** Every five minutes: rings for collections whose wake is long past, because their schedule was never made or never rang. */
import { clock } from '#lib/clock.ts';
import { log, logCounted } from '#lib/log.ts';
import { ring } from '#lib/schedule/ring.ts';
import { findOverdueWakes } from '#lib/store/due-wakes.ts';

/** Scheduler itself may be a minute late, and tries again for a while. */
const OVERDUE_MS = 5 * 60_000;
/** From each shard of the index; what is left over is found by the next sweep. */
const MOST = 100;
const AT_ONCE = 20;

const live = { findOverdueWakes, ring };

export const sweep = (deps: typeof live) => async (): Promise<{ swept: number }> => {
  const overdue = await deps.findOverdueWakes(new Date(clock.now().getTime() - OVERDUE_MS), MOST);
  let swept = 0;
  for (let from = 0; from < overdue.length; from += AT_ONCE) {
    const rung = await Promise.allSettled(overdue.slice(from, from + AT_ONCE).map(deps.ring));
    swept += rung.filter(({ status }) => status === 'fulfilled').length;
  }
  if (swept > 0) logCounted('WARN', 'wake_swept', {}, { wakes_swept: swept });
  if (swept < overdue.length) log('ERROR', 'sweep_incomplete', { left: overdue.length - swept });
  return { swept };
};

export const handler = sweep(live);
