/**
 * What happens when a collection is run: look, decide, do one thing, and see to it that it is run again.
 *
 * No channel sends idempotently, so a slot is claimed before anything is sent, and a claimed slot is never sent again: at
 * most one message a slot, whatever crashes in between. Each write that moves the collection on carries its next run,
 * and the table's stream makes the schedule from it, so a crash cannot break the chain either.
 */
import { dueExpiry, overdueMark, type StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import { type ClaimPorts, claimAndSend } from './claim-and-send.ts';
import { type PaidPorts, reconcileMissedPayments, skipAlreadyPaid } from './reconcile-missed-payments.ts';
import { decidedAt, type LoadedCollection, type RunContext, runContext } from './run-context.ts';

/** A run; `runNumber` is absent when the sweeper runs, for a schedule that never did. */
export type Run = { ref: CollectionRef; runNumber?: number | undefined };

export type RunPorts = ClaimPorts &
  PaidPorts & {
    /** Channels with a configured sender. */
    configuredChannels: () => readonly Channel[];
    load: (ref: CollectionRef) => Promise<LoadedCollection | undefined>;
    saveStatus: (ref: CollectionRef, change: StatusChange) => Promise<{ saved: boolean }>;
    /** Sets the next run, on condition that no other run has been set since `runNumber`. */
    setNextRun: (ref: CollectionRef, runNumber: number, nextRunAt: string) => Promise<boolean>;
  };

/** What a run did. */
type Outcome =
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'skipped'
  | 'already_paid'
  | 'overdue'
  | 'expired'
  | 'rearmed'
  | 'nothing';

/** For the log: the lag is how long after its time the collection was run. */
export type RunResult = { outcome: Outcome; lagSeconds: number; appliedPayments: readonly AppliedPayment[] };

/** Lost races leave the collection in a later state each time. */
const MAX_RACES = 8;

export async function runFollowUp(ports: RunPorts, run: Run): Promise<RunResult> {
  const appliedPayments: AppliedPayment[] = [];
  let asked = false;
  for (let races = 0; races < MAX_RACES; races += 1) {
    const loaded = await ports.load(run.ref);
    if (loaded === undefined) return { outcome: 'nothing', lagSeconds: 0, appliedPayments };
    const context = runContext(loaded, ports.configuredChannels(), ports.clock.now());
    const asks: boolean = !asked && context.decision.kind !== 'nothing' && loaded.collection.sessions.length > 0;
    const missed = await reconcileMissedPayments(ports, loaded, asks);
    asked ||= asks;
    appliedPayments.push(...missed);
    const outcome =
      missed.length > 0
        ? await endPaid(ports, context, missed)
        : // Asking takes its time, and the expiry may have come meanwhile: then it is decided anew.
          await carryOut(ports, run, asks ? decidedAt(context, ports.clock.now()) : context);
    if (outcome !== 'lost') return { outcome, lagSeconds: lagOf(loaded.collection, context.now), appliedPayments };
  }
  throw serviceUnavailable();
}

const lagOf = ({ nextRunAt }: Collection, now: Date): number =>
  nextRunAt === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(nextRunAt)) / 1000);

async function carryOut(ports: RunPorts, run: Run, context: RunContext): Promise<Outcome | 'lost'> {
  const { collection, decision, now } = context;
  switch (decision.kind) {
    case 'send':
    case 'skip':
      return claimAndSend(ports, { ...context, decision });
    case 'expire': {
      const change = dueExpiry(collection, now);
      return change && (await ports.saveStatus(run.ref, change)).saved ? 'expired' : 'lost';
    }
    case 'mark_overdue': {
      const change = overdueMark(collection, decision.nextRunAt ?? collection.expiresAt, now);
      return (await ports.saveStatus(run.ref, change)).saved ? 'overdue' : 'lost';
    }
    case 'nothing':
      return rearm(ports, run, context);
  }
}

/** Money has been found: a collection that it completes is not followed up, and any other is decided anew. */
async function endPaid(
  ports: RunPorts,
  context: RunContext,
  appliedPayments: readonly AppliedPayment[],
): Promise<'already_paid' | 'lost'> {
  if (!appliedPayments.some(({ completion }) => completion)) return 'lost';
  await skipAlreadyPaid(ports, context);
  return 'already_paid';
}

/** A run that has used up its run and found nothing due sets another; the sweeper's does so where no schedule runs any more. */
async function rearm(ports: RunPorts, run: Run, { collection, decision, now }: RunContext): Promise<Outcome | 'lost'> {
  const { runNumber, nextRunAt } = collection;
  const isOver = nextRunAt !== undefined && nextRunAt <= now.toISOString();
  const isUsedUp = run.runNumber === undefined ? isOver : run.runNumber === runNumber;
  if (!isUsedUp || decision.nextRunAt === undefined) return 'nothing';
  return (await ports.setNextRun(run.ref, runNumber, decision.nextRunAt)) ? 'rearmed' : 'lost';
}
