/** Every five minutes: rings for collections whose wake is long past, because their schedule was never made or never rang. */
import { clock } from '#lib/clock.ts';
import { log, logCounted } from '#lib/log.ts';
import { ring } from '#lib/schedule/ring.ts';
import { findOverdueWakes } from '#lib/store/due-wakes.ts';

/** Scheduler itself may be a minute late, and tries again for a while. */
const OVERDUE_MS = 5 * 60_000;
const AT_ONCE = 20;
/** Of the function's minute. What is left over then is found by the next sweep. */
const LONGEST_MS = 45_000;

const live = { findOverdueWakes, ring, now: (): number => clock.now().getTime() };

export const sweep = (deps: typeof live) => async (): Promise<{ swept: number }> => {
  const startedAt = deps.now();
  let [swept, failed] = [0, 0];
  for await (const overdue of deps.findOverdueWakes(new Date(startedAt - OVERDUE_MS))) {
    const rung = await ringAll(overdue, deps.ring);
    swept += rung;
    failed += overdue.length - rung;
    if (deps.now() - startedAt > LONGEST_MS) break;
  }
  if (swept > 0) logCounted('WARN', 'wake_swept', {}, { wakes_swept: swept });
  if (failed > 0) log('ERROR', 'sweep_incomplete', { left: failed });
  return { swept };
};

async function ringAll(collections: readonly string[], ringOne: typeof ring): Promise<number> {
  let rung = 0;
  for (let from = 0; from < collections.length; from += AT_ONCE) {
    const rings = await Promise.allSettled(collections.slice(from, from + AT_ONCE).map((id) => ringOne(id)));
    rung += rings.filter(({ status }) => status === 'fulfilled').length;
  }
  return rung;
}

export const handler = sweep(live);
