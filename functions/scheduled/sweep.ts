/** Every five minutes: invokes runs that are long overdue, because their schedule was never made or never ran. */
import { clock } from '#lib/clock.ts';
import { log, logCounted } from '#lib/log.ts';
import { invokeFollowUp } from '#lib/schedule/invoke-follow-up.ts';
import { findOverdueRuns } from '#lib/store/due-runs.ts';

/** Scheduler itself may be a minute late, and retries for a while. */
const OVERDUE_MS = 5 * 60_000;
const AT_ONCE = 20;
/** Of the function's one minute. The next sweep finds what is left. */
const MAX_MS = 45_000;

const live = { findOverdueRuns, invokeFollowUp, clock };

export const sweep = (deps: typeof live) => async (): Promise<{ swept: number }> => {
  const startedAt = deps.clock.now().getTime();
  let [swept, failed] = [0, 0];
  for await (const overdue of deps.findOverdueRuns(new Date(startedAt - OVERDUE_MS))) {
    const invoked = await invokeAll(overdue, deps.invokeFollowUp);
    swept += invoked;
    failed += overdue.length - invoked;
    if (deps.clock.now().getTime() - startedAt > MAX_MS) break;
  }
  if (swept > 0) logCounted('WARN', 'run_swept', {}, { runs_swept: swept });
  if (failed > 0) log('ERROR', 'sweep_incomplete', { left: failed });
  return { swept };
};

async function invokeAll(collections: readonly string[], invokeOne: typeof invokeFollowUp): Promise<number> {
  let invoked = 0;
  for (let from = 0; from < collections.length; from += AT_ONCE) {
    const runs = await Promise.allSettled(collections.slice(from, from + AT_ONCE).map((id) => invokeOne(id)));
    invoked += runs.filter(({ status }) => status === 'fulfilled').length;
  }
  return invoked;
}

export const handler = sweep(live);
