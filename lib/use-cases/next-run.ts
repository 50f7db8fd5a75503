/** A run that sends nothing, and sets the next run: nothing was due, a payment is under way, a retry comes too late, or the rules for people defer the slot. */
import { CHANNEL_BUSY } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Deferral } from '#lib/domain/follow-up/follow-up.ts';
import { isFailover } from '#lib/domain/follow-up/retry.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Store } from '#lib/store/store.ts';
import { type ReleasePorts, type RunContext, releaseMessage, retriedOf } from './run-context.ts';

export type NextRunPorts = Pick<Store, 'setNextRun' | 'endRetry' | 'setDeferral' | 'recordCovered'>;

type Run = { ref: CollectionRef; runNumber?: number | undefined };

/** Sets another run if this one found nothing due, or, for the sweeper, if no schedule is left to run. */
export async function rearm(
  ports: NextRunPorts,
  run: Run,
  { collection, decision, now }: RunContext,
): Promise<'rearmed' | 'nothing' | 'lost'> {
  const { runNumber, nextRunAt } = collection;
  const isOver = nextRunAt !== undefined && nextRunAt <= now.toISOString();
  const isUsedUp = run.runNumber === undefined ? isOver : run.runNumber === runNumber;
  if (!isUsedUp || decision.nextRunAt === undefined) return 'nothing';
  return (await ports.setNextRun(run.ref, runNumber, decision.nextRunAt)) ? 'rearmed' : 'lost';
}

/** A payment that is under way gets this long to arrive before the customer is reminded. */
const UNDER_WAY_MS = 15 * 60_000;

/** Schedules and clocks are not exact. */
const EARLY_MS = 60_000;

/** The next run comes later: this is an earlier one again, because schedules run at least once. */
export const isAhead = ({ nextRunAt }: Collection, now: Date): boolean =>
  nextRunAt !== undefined && Date.parse(nextRunAt) - now.getTime() > EARLY_MS;

/** Once for each slot. */
export async function postpone(
  ports: NextRunPorts,
  { collection: { ref, runNumber, expiresAt }, now }: RunContext,
  slot: number,
): Promise<'postponed' | 'lost'> {
  const at = new Date(now.getTime() + UNDER_WAY_MS).toISOString();
  return (await ports.setNextRun(ref, runNumber, at < expiresAt ? at : expiresAt, slot)) ? 'postponed' : 'lost';
}

/** A message that failed stays counted: WhatsApp may still deliver it. One that was only throttled does not, unless a restore hides whether it was sent. */
export async function dropRetry(ports: NextRunPorts & ReleasePorts, context: RunContext): Promise<'skipped' | 'lost'> {
  const { collection, decision, person, now } = context;
  const isRestored = decision.kind === 'drop_retry' && decision.isRestored;
  const { ref, runNumber, expiresAt } = collection;
  if (!(await ports.endRetry(ref, runNumber, decision.nextRunAt ?? expiresAt))) return 'lost';
  const attempt = retriedOf(context);
  if (attempt?.status !== 'deferred' || isFailover(attempt) || isRestored) return 'skipped';
  const { covers = [], channelsTried } = attempt;
  const unsent = { status: 'skipped', reason: CHANNEL_BUSY, channelsTried, at: now.toISOString() } as const;
  await Promise.all([
    releaseMessage(ports, context, { person, attempt }),
    covers.length > 0 && ports.recordCovered({ ref, covers }, unsent),
  ]);
  return 'skipped';
}

export async function defer(
  ports: NextRunPorts,
  { collection: { ref, runNumber, status }, decision }: RunContext,
  deferral: Deferral,
): Promise<'contact_deferred' | 'lost'> {
  const deferred = { nextRunAt: decision.nextRunAt ?? deferral.until, deferral, status };
  return (await ports.setDeferral(ref, runNumber, deferred)) ? 'contact_deferred' : 'lost';
}
