/**
 * What happens when a collection is woken: look, decide, do one thing, and see to it that it is woken again.
 *
 * Nobody's send is idempotent, so a slot is claimed before anything is sent, and a claimed slot is never sent again: at
 * most one message a slot, whatever crashes in between. Each write that moves the collection on carries its next wake,
 * and the table's stream makes the schedule from it, so a crash cannot break the chain either.
 */
import type { Account } from '#lib/domain/account.ts';
import { dueExpiry, overdueMark, type StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { type Decision, decide } from '#lib/domain/follow-up/decide.ts';
import type { Channel } from '#lib/domain/follow-up/follow-up.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import { planOf } from '#lib/domain/follow-up/plan-of.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import type { Settlement } from '#lib/domain/payment/settle.ts';
import { type ClaimPorts, claimAndSend } from './claim-and-send.ts';
import { type PaidPorts, settleUnheard, skipAlreadyPaid } from './settle-unheard.ts';

/** A wake; `wakeNumber` is absent when the sweeper rings, for a schedule that never did. */
export type Ring = { place: OwnedId; wakeNumber?: number | undefined };

/** A collection with what its plan depends on, all read strongly. */
export type Woken = {
  collection: Collection;
  payments: readonly Payment[];
  account: Account;
  optedOut: readonly Channel[];
};

export type ChasePorts = ClaimPorts &
  PaidPorts & {
    /** Channels with a configured sender. */
    availableChannels: () => readonly Channel[];
    load: (place: OwnedId) => Promise<Woken | undefined>;
    saveStatus: (place: OwnedId, change: StatusChange) => Promise<{ saved: boolean }>;
    /** Sets the next wake, on condition that no other wake has been set since `wakeNumber`. */
    setWake: (place: OwnedId, wakeNumber: number, wakeAt: string) => Promise<boolean>;
  };

/** What a ring came to. */
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

/** For the log: the lag is how long after its time the collection was woken. */
export type Chased = { outcome: Outcome; lagSeconds: number; settlements: readonly Settlement[] };

/** Lost races leave the collection in a later state each time. */
const MOST_RACES = 8;

export async function chase(ports: ChasePorts, ring: Ring): Promise<Chased> {
  const settlements: Settlement[] = [];
  let asked = false;
  for (let races = 0; races < MOST_RACES; races += 1) {
    const woken = await ports.load(ring.place);
    if (woken === undefined) return { outcome: 'nothing', lagSeconds: 0, settlements };
    const turn = turnOf(ports, ring, woken);
    const asks: boolean = !asked && turn.decision.kind !== 'nothing' && woken.collection.sessions.length > 0;
    const unheard = await settleUnheard(ports, woken, asks);
    asked ||= asks;
    settlements.push(...unheard);
    // Asking takes its time, and the expiry may have come meanwhile: then it is decided anew.
    const current = asks ? turnOf(ports, ring, woken) : turn;
    const outcome = unheard.length > 0 ? await heard(ports, turn, unheard) : await carryOut(ports, current);
    if (outcome !== 'lost') return { outcome, lagSeconds: lagOf(woken.collection, turn.now), settlements };
  }
  throw serviceUnavailable();
}

const lagOf = ({ wakeAt }: Collection, now: Date): number =>
  wakeAt === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(wakeAt)) / 1000);

type Turn = { ring: Ring; woken: Woken; plan: FollowUpPlan; decision: Decision; now: Date };

function turnOf(ports: ChasePorts, ring: Ring, woken: Woken): Turn {
  const now = ports.now();
  const plan = planOf(woken.collection, { ...woken, availableChannels: ports.availableChannels() });
  return { ring, woken, plan, decision: decide({ ...woken.collection, plan }, now), now };
}

async function carryOut(ports: ChasePorts, turn: Turn): Promise<Outcome | 'lost'> {
  const { ring, woken, plan, decision, now } = turn;
  const { collection } = woken;
  switch (decision.kind) {
    case 'send':
    case 'skip':
      return claimAndSend(ports, { woken, plan, decision, now });
    case 'expire': {
      const change = dueExpiry(collection, now);
      return change && (await ports.saveStatus(ring.place, change)).saved ? 'expired' : 'lost';
    }
    case 'mark_overdue': {
      const change = overdueMark(collection, decision.wakeAt ?? collection.expiresAt, now);
      return (await ports.saveStatus(ring.place, change)).saved ? 'overdue' : 'lost';
    }
    case 'nothing':
      return rearm(ports, turn);
  }
}

/** Money has been found: what it completes is not chased, and the rest is looked at anew. */
async function heard(ports: ChasePorts, turn: Turn, settlements: readonly Settlement[]): Promise<Outcome | 'lost'> {
  if (!settlements.some(({ completion }) => completion)) return 'lost';
  await skipAlreadyPaid(ports, turn);
  return 'already_paid';
}

/** A ring that has used up its wake and found nothing due sets another; the sweeper's does so where no schedule rings any more. */
async function rearm(ports: ChasePorts, { ring, woken, decision, now }: Turn): Promise<Outcome | 'lost'> {
  const { wakeNumber, wakeAt } = woken.collection;
  const isOver = wakeAt !== undefined && wakeAt <= now.toISOString();
  const isUsedUp = ring.wakeNumber === undefined ? isOver : ring.wakeNumber === wakeNumber;
  if (!isUsedUp || decision.wakeAt === undefined) return 'nothing';
  return (await ports.setWake(ring.place, wakeNumber, decision.wakeAt)) ? 'rearmed' : 'lost';
}
