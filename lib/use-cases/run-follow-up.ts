/**
 * One run of a collection: read, decide, do one thing, and set the next run. No channel sends idempotently, so a slot
 * is claimed before its message is sent, and a claimed slot is never sent again: at most one message per slot, even
 * after a crash. Each write that advances the collection also sets its next run, and the table's stream makes the
 * schedule from it, so a crash cannot stop the runs (docs/decisions/0014-at-most-once.md).
 */
import type { Channels } from '#lib/channels/channels.ts';
import { dueExpiry, overdueMark } from '#lib/domain/change-status.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { breakPromise } from '#lib/domain/revisions/promise-payment.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Store } from '#lib/store/store.ts';
import { isAskable } from './ask-providers.ts';
import { type CheckPorts, checkEnded, checkStale } from './check-ended.ts';
import { type ClaimPorts, claimAndSend } from './claim-and-send.ts';
import { defer, dropRetry, isAhead, type NextRunPorts, postpone, rearm } from './next-run.ts';
import { type AskedAbout, reconcileCollection, skipAlreadyPaid } from './reconcile-collection.ts';
import {
  decidedAt,
  findReach,
  isStaleCheckDue,
  type LoadedCollection,
  type LoadPorts,
  lagOf,
  loadCollection,
  nextRunOf,
  type RunContext,
  runContext,
} from './run-context.ts';

/** `runNumber` is absent if the sweeper invokes the run, because its schedule never did. */
export type Run = {
  ref: CollectionRef;
  runNumber?: number | undefined;
  /** Asks the providers even if nothing is due: the collection is new, and may have been paid before it was recorded. */
  asks?: boolean | undefined;
};

export type RunPorts = ClaimPorts &
  CheckPorts &
  NextRunPorts &
  Pick<Channels, 'configuredChannels'> &
  LoadPorts &
  Pick<Store, 'saveStatus' | 'saveRevision'>;

type Outcome =
  | 'sent'
  | 'deferred'
  | 'contact_deferred'
  | 'failed'
  | 'unknown'
  | 'skipped'
  | 'already_paid'
  | 'promise_broken'
  | 'overdue'
  | 'expired'
  | 'postponed'
  | 'checked'
  | 'rearmed'
  | 'nothing';

export type RunResult = { outcome: Outcome; lagSeconds: number; bookings: readonly Booking[] };

/** Each lost race means a later state of the collection, or of its person: many collections of one can be due at once. */
const MAX_RACES = 40;
const BACK_OFF_MS = { step: 20, max: 300 };

export async function runFollowUp(ports: RunPorts, run: Run): Promise<RunResult> {
  const bookings: Booking[] = [];
  let asked = false;
  let isPending = false;
  for (let races = 0; races < MAX_RACES; races += 1) {
    if (races > 0) await backOff(ports, races);
    const loaded = await loadCollection(ports, run.ref);
    if (loaded === undefined) return { outcome: 'nothing', lagSeconds: 0, bookings };
    const lagSeconds = lagOf(loaded.collection, ports.clock.now());
    if (!isPayable(loaded.collection.status)) {
      const check = await checkEnded(ports, loaded);
      bookings.push(...check.bookings);
      if (check.outcome !== 'lost') return { outcome: check.outcome, lagSeconds, bookings };
      continue;
    }
    const context = runContext(loaded, ports.configuredChannels(), ports.clock.now());
    if (isStaleCheckDue(context)) {
      const check = await checkStale(ports, { loaded, nextRunOf: (of) => nextRunOf(of, context) });
      bookings.push(...check.bookings);
      if (check.outcome !== 'lost') return { outcome: check.outcome, lagSeconds, bookings };
      continue;
    }
    const asks: AskedAbout = asked ? undefined : whatToAsk(run, context);
    const missed = asks || hasWaiting(loaded) ? await reconcileCollection(ports, loaded, asks) : undefined;
    asked ||= asks !== undefined;
    isPending ||= missed?.answers?.isPending === true;
    bookings.push(...(missed?.bookings ?? []));
    const outcome = missed?.bookings.length
      ? await endPaid(ports, context, missed.bookings)
      : await carryOut(ports, run, asks ? await decidedAgain(ports, context) : context, isPending);
    if (outcome !== 'lost') return { outcome, lagSeconds, bookings };
  }
  throw serviceUnavailable();
}

const backOff = ({ clock, random }: RunPorts, races: number): Promise<void> =>
  clock.sleep(random.fraction() * Math.min(BACK_OFF_MS.max, BACK_OFF_MS.step * races));

/** Asking takes time: the expiry may have come meanwhile, and the customer may have opted out, so their reach is read again. */
async function decidedAgain(ports: RunPorts, context: RunContext): Promise<RunContext> {
  const { decision, optedOut: _before, unreachable: _then, person: _read, ...loaded } = context;
  if (decision.kind !== 'send' && decision.kind !== 'retry') return decidedAt(context, ports.clock.now());
  const reach = await findReach(ports, loaded);
  return runContext({ ...loaded, ...reach }, ports.configuredChannels(), ports.clock.now());
}

function whatToAsk({ asks }: Run, { collection, decision }: RunContext): AskedAbout {
  if (!isAskable(collection)) return undefined;
  if (!['nothing', 'drop_retry', 'defer'].includes(decision.kind)) return 'all';
  return asks ? 'own' : undefined;
}

/** What came before its collection waits. */
const hasWaiting = ({ waiting }: LoadedCollection): boolean => waiting.length > 0;

async function carryOut(ports: RunPorts, run: Run, context: RunContext, isPending: boolean): Promise<Outcome | 'lost'> {
  const { collection, decision, now } = context;
  if ((decision.kind === 'send' || decision.kind === 'retry') && isPending) {
    if (collection.postponedSlot !== decision.slot) return postpone(ports, context, decision.slot);
    if (isAhead(collection, now)) return 'nothing';
  }
  switch (decision.kind) {
    case 'send':
    case 'skip':
    case 'retry':
      return claimAndSend(ports, { ...context, decision });
    case 'expire': {
      const change = dueExpiry(collection, now, context.attempts);
      return change && (await ports.saveStatus(run.ref, change)).saved ? 'expired' : 'lost';
    }
    case 'break_promise':
      return (await ports.saveRevision(breakPromise(context, now), now)).saved ? 'promise_broken' : 'lost';
    case 'mark_overdue': {
      const change = overdueMark(collection, decision.nextRunAt ?? collection.expiresAt, now);
      return (await ports.saveStatus(run.ref, change)).saved ? 'overdue' : 'lost';
    }
    case 'defer':
      return defer(ports, context, decision.deferral);
    case 'drop_retry':
      return dropRetry(ports, context);
    case 'nothing':
      return rearm(ports, run, context);
  }
}

/** A payment was found: if it completes the collection, nothing is sent; if not, the run decides again. */
async function endPaid(
  ports: RunPorts,
  context: RunContext,
  bookings: readonly Booking[],
): Promise<'already_paid' | 'lost'> {
  if (!bookings.some(({ completion }) => completion)) return 'lost';
  await skipAlreadyPaid(ports, context);
  return 'already_paid';
}
