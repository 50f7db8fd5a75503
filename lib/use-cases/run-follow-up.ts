/**
 * One run of a collection: read, decide, do one thing, and set the next run. No channel sends idempotently, so a slot
 * is claimed before its message is sent, and a claimed slot is never sent again: at most one message per slot, even
 * after a crash. Each write that advances the collection also sets its next run, and the table's stream makes the
 * schedule from it, so a crash cannot stop the runs (docs/decisions/0014-at-most-once.md).
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

/** `runNumber` is absent if the sweeper invokes the run, because its schedule never did. */
export type Run = { ref: CollectionRef; runNumber?: number | undefined };

export type RunPorts = ClaimPorts &
  PaidPorts & {
    configuredChannels: () => readonly Channel[];
    load: (ref: CollectionRef) => Promise<LoadedCollection | undefined>;
    saveStatus: (ref: CollectionRef, change: StatusChange) => Promise<{ saved: boolean }>;
    /** Sets the next run only if no other run was set after `runNumber`. */
    setNextRun: (ref: CollectionRef, runNumber: number, nextRunAt: string) => Promise<boolean>;
  };

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

export type RunResult = { outcome: Outcome; lagSeconds: number; appliedPayments: readonly AppliedPayment[] };

/** Each lost race means a later state of the collection. */
const MAX_RACES = 8;

export async function runFollowUp(ports: RunPorts, run: Run): Promise<RunResult> {
  const appliedPayments: AppliedPayment[] = [];
  let asked = false;
  for (let races = 0; races < MAX_RACES; races += 1) {
    const loaded = await ports.load(run.ref);
    if (loaded === undefined) return { outcome: 'nothing', lagSeconds: 0, appliedPayments };
    const context = runContext(loaded, ports.configuredChannels(), ports.clock.now());
    const asks: boolean = !asked && context.decision.kind !== 'nothing' && loaded.collection.sessions.length > 0;
    const missed = asks || hasWaiting(loaded) ? await reconcileMissedPayments(ports, loaded, asks) : [];
    asked ||= asks;
    appliedPayments.push(...missed);
    const outcome =
      missed.length > 0
        ? await endPaid(ports, context, missed)
        : // Asking takes time, and the expiry may have come meanwhile, so decide again.
          await carryOut(ports, run, asks ? decidedAt(context, ports.clock.now()) : context);
    if (outcome !== 'lost') return { outcome, lagSeconds: lagOf(loaded.collection, context.now), appliedPayments };
  }
  throw serviceUnavailable();
}

/** A payment without an event came before its collection and waits. */
const hasWaiting = ({ payments }: LoadedCollection): boolean => payments.some(({ event }) => event === undefined);

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

/** A payment was found: if it completes the collection, nothing is sent; if not, the run decides again. */
async function endPaid(
  ports: RunPorts,
  context: RunContext,
  appliedPayments: readonly AppliedPayment[],
): Promise<'already_paid' | 'lost'> {
  if (!appliedPayments.some(({ completion }) => completion)) return 'lost';
  await skipAlreadyPaid(ports, context);
  return 'already_paid';
}

/** Sets another run if this one found nothing due, or, for the sweeper, if no schedule is left to run. */
async function rearm(ports: RunPorts, run: Run, { collection, decision, now }: RunContext): Promise<Outcome | 'lost'> {
  const { runNumber, nextRunAt } = collection;
  const isOver = nextRunAt !== undefined && nextRunAt <= now.toISOString();
  const isUsedUp = run.runNumber === undefined ? isOver : run.runNumber === runNumber;
  if (!isUsedUp || decision.nextRunAt === undefined) return 'nothing';
  return (await ports.setNextRun(run.ref, runNumber, decision.nextRunAt)) ? 'rearmed' : 'lost';
}
