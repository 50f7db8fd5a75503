/**
 * What happens when a collection is run: look, decide, do one thing, and see to it that it is run again.
 *
 * Nobody's send is idempotent, so a slot is claimed before anything is sent, and a claimed slot is never sent again: at
 * most one message a slot, whatever crashes in between. Each write that moves the collection on carries its next run,
 * and the table's stream makes the schedule from it, so a crash cannot break the chain either.
 */
import type { Account } from '#lib/domain/account.ts';
import { dueExpiry, overdueMark, type StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { decide, type RunDecision } from '#lib/domain/follow-up/decide.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import { planOf } from '#lib/domain/follow-up/plan-of.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type ClaimPorts, claimAndSend } from './claim-and-send.ts';
import { type PaidPorts, reconcileMissedPayments, skipAlreadyPaid } from './reconcile-missed-payments.ts';

/** A run; `runNumber` is absent when the sweeper runs, for a schedule that never did. */
export type Run = { ref: CollectionRef; runNumber?: number | undefined };

/** A collection with what its plan depends on, all read strongly. */
export type LoadedCollection = {
  collection: Collection;
  payments: readonly Payment[];
  account: Account;
  optedOut: readonly Channel[];
};

export type RunPorts = ClaimPorts &
  PaidPorts & {
    /** Channels with a configured sender. */
    availableChannels: () => readonly Channel[];
    load: (ref: CollectionRef) => Promise<LoadedCollection | undefined>;
    saveStatus: (ref: CollectionRef, change: StatusChange) => Promise<{ saved: boolean }>;
    /** Sets the next run, on condition that no other run has been set since `runNumber`. */
    setNextRun: (ref: CollectionRef, runNumber: number, nextRunAt: string) => Promise<boolean>;
  };

/** What a run came to. */
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
    const context = contextOf(ports, run, loaded);
    const asks: boolean = !asked && context.decision.kind !== 'nothing' && loaded.collection.sessions.length > 0;
    const missed = await reconcileMissedPayments(ports, loaded, asks);
    asked ||= asks;
    appliedPayments.push(...missed);
    // Asking takes its time, and the expiry may have come meanwhile: then it is decided anew.
    const current = asks ? contextOf(ports, run, loaded) : context;
    const outcome = missed.length > 0 ? await heard(ports, context, missed) : await carryOut(ports, current);
    if (outcome !== 'lost') return { outcome, lagSeconds: lagOf(loaded.collection, context.now), appliedPayments };
  }
  throw serviceUnavailable();
}

const lagOf = ({ nextRunAt }: Collection, now: Date): number =>
  nextRunAt === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(nextRunAt)) / 1000);

type RunContext = { run: Run; loaded: LoadedCollection; plan: FollowUpPlan; decision: RunDecision; now: Date };

function contextOf(ports: RunPorts, run: Run, loaded: LoadedCollection): RunContext {
  const now = ports.now();
  const plan = planOf(loaded.collection, { ...loaded, availableChannels: ports.availableChannels() });
  return { run, loaded, plan, decision: decide({ ...loaded.collection, plan }, now), now };
}

async function carryOut(ports: RunPorts, context: RunContext): Promise<Outcome | 'lost'> {
  const { run, loaded, plan, decision, now } = context;
  const { collection } = loaded;
  switch (decision.kind) {
    case 'send':
    case 'skip':
      return claimAndSend(ports, { loaded, plan, decision, now });
    case 'expire': {
      const change = dueExpiry(collection, now);
      return change && (await ports.saveStatus(run.ref, change)).saved ? 'expired' : 'lost';
    }
    case 'mark_overdue': {
      const change = overdueMark(collection, decision.nextRunAt ?? collection.expiresAt, now);
      return (await ports.saveStatus(run.ref, change)).saved ? 'overdue' : 'lost';
    }
    case 'nothing':
      return rearm(ports, context);
  }
}

/** Money has been found: what it completes is not followed up, and the rest is looked at anew. */
async function heard(
  ports: RunPorts,
  context: RunContext,
  appliedPayments: readonly AppliedPayment[],
): Promise<Outcome | 'lost'> {
  if (!appliedPayments.some(({ completion }) => completion)) return 'lost';
  await skipAlreadyPaid(ports, context);
  return 'already_paid';
}

/** A run that has used up its run and found nothing due sets another; the sweeper's does so where no schedule runs any more. */
async function rearm(ports: RunPorts, { run, loaded, decision, now }: RunContext): Promise<Outcome | 'lost'> {
  const { runNumber, nextRunAt } = loaded.collection;
  const isOver = nextRunAt !== undefined && nextRunAt <= now.toISOString();
  const isUsedUp = run.runNumber === undefined ? isOver : run.runNumber === runNumber;
  if (!isUsedUp || decision.nextRunAt === undefined) return 'nothing';
  return (await ports.setNextRun(run.ref, runNumber, decision.nextRunAt)) ? 'rearmed' : 'lost';
}
