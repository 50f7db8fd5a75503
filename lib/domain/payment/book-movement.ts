/** Books what moved in a collection's ledger: its entry, the new balance, and the completion that follows from it. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { decideStatus, type StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { By } from '#lib/domain/member.ts';
import { settledOf } from '#lib/domain/money.ts';
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import {
  entryKindOf,
  eventTypeOf,
  type Fact,
  factOf,
  factOfEntry,
  type LedgerEntry,
  MERCHANT,
  type Move,
  netOf,
  type PaymentEventType,
  type Standing,
  type UnexpectedReason,
} from './ledger-entry.ts';
import type { BookableMovement } from './movement.ts';
import { chargedBack, oweAgain } from './owe-again.ts';
import { type StaleSessions, withEnding } from './session.ts';

/** A movement and who reports it: a provider, by its id, or the merchant, who may add a note. */
export type ReportedMovement = BookableMovement & {
  provider: string;
  note?: string;
  by?: By;
  creditReason?: string;
  move?: Move;
  /** Of the request with which the merchant recorded it. */
  requestKey?: string;
  bodyHash?: string;
};

/** A reported movement that is ahead of its collection. */
export type Waiting = { key: string; reported: ReportedMovement; recordedAt: string };

export type Ledger = {
  collection: Collection | undefined;
  entries: readonly LedgerEntry[];
  waiting: readonly Waiting[];
  /** The reminders before the payment; a booking does not depend on them. */
  attempts?: readonly Attempt[];
};

/** An entry with its effect. Both are written together, and only while the collection is as `expected`. */
export type Booking = {
  entry: LedgerEntry;
  /** A correction of the amount changes what is enough. */
  expected: { status: Status; entryCount: number; amountChanges?: number };
  updatedAt: string;
  /** The balance afterwards, in minor units. `credits`: absent while nothing is credited. */
  received: number;
  credits?: number;
  completion?: StatusChange;
  /** The collection as it is afterwards, where a dispute that was lost makes it owed again. */
  owedAgain?: Collection;
  /** A part was paid: the next reminder is left out. */
  skipsSlot?: true;
  /** What is open at the providers asks for another amount now. */
  staleSessions?: StaleSessions;
};

/**
 * The same movement always has the same key, so it is booked once. A payment or a reversal that grew is another
 * movement, and so is the taking of the money by a dispute that was open before.
 */
export function keyOf({ provider, kind, transaction, object, amount, taken, requestKey }: ReportedMovement): string {
  const what = kind === 'payment' || kind === 'reversal' ? String(amount.minor) : object;
  const request = transaction === '' && requestKey !== undefined ? [requestKey] : [];
  return [provider, transaction, kind, what, ...(taken ? ['taken'] : []), ...request]
    .map((part) => part.replace(/[%#]/g, encodeURIComponent))
    .join('#');
}

/** Undefined if the ledger says it already. `entries` are all of the collection's. */
export function bookMovement(
  collection: Collection,
  entries: readonly LedgerEntry[],
  reported: ReportedMovement,
  now: Date,
): Booking | undefined {
  const key = keyOf(reported);
  if (entries.some((entry) => entry.key === key)) return undefined;
  const known = knownOf(entries, reported);
  const credited = netOf([...known, factOf(reported)]) - netOf(known);
  if (saysNothing(reported, credited, known)) return undefined;
  const { status, updatedAt, amount, entryCount, amountChanges } = collection;
  const at = now.toISOString() > updatedAt ? now.toISOString() : updatedAt;
  const counts = reported.amount.currency === amount.currency;
  const balance = balanceAfter(collection, { isCredit: reported.kind === 'credit', credited: counts ? credited : 0 });
  const settled = settledOf(balance);
  const judged = reported.kind === 'payment' ? judgePayment(collection, { reported, counts, settled }) : undefined;
  const entry: LedgerEntry = {
    ...recordOf(reported),
    key,
    kind: entryKindOf(reported.kind, credited),
    credited,
    recordedAt: at,
    number: entryCount + 1,
    eventsBefore: collection.events.length,
    counts,
    event: eventTypeOf(reported.kind),
    ...judged,
  };
  const stale =
    settled !== settledOf(collection) && isPayable(status) ? withEnding(collection, () => true, now) : undefined;
  const booking = {
    entry,
    expected: { status, entryCount, ...(amountChanges && { amountChanges }) },
    updatedAt: at,
    ...balance,
    ...(stale && { staleSessions: stale }),
  };
  const taken = takenBy(collection, [...entries, entry], entry);
  const owedAgain = taken && oweAgain(collection, { ...taken, balance, at });
  if (owedAgain !== undefined) return { ...booking, owedAgain: { ...owedAgain, entryCount: entryCount + 1 } };
  if (judged?.standing === 'partial' && isPayable(status)) return { ...booking, skipsSlot: true };
  // Money that comes back, of a refund that failed or a dispute that was won, can be enough too.
  if (!counts || credited <= 0 || settled < amount.minor) return booking;
  const decision = decideStatus(collection, { to: 'completed', by: 'payment' }, now);
  if (decision.kind !== 'change') return booking;
  // The end of a collection ends all that is open for it.
  const { staleSessions: _ends, ...completing } = booking;
  return { ...completing, completion: decision.change };
}

/** Why, and by how much, a completed debt is owed again. `entries`: with the last one. */
function takenBy(collection: Collection, entries: readonly LedgerEntry[], { movement, credited }: LedgerEntry) {
  switch (movement) {
    case 'dispute_lost':
      return { reason: 'chargeback', minor: chargedBack(collection, entries) } as const;
    case 'moved_out':
      return { reason: 'payment_moved', minor: -credited } as const;
    default:
      return undefined;
  }
}

function balanceAfter(
  { received, credits = 0 }: Pick<Collection, 'received' | 'credits'>,
  { isCredit, credited }: { isCredit: boolean; credited: number },
): Pick<Collection, 'received' | 'credits'> {
  const credit = credits + (isCredit ? credited : 0);
  return { received: received + (isCredit ? 0 : credited), ...(credit > 0 && { credits: credit }) };
}

/** What is on record of its transaction. A merchant's record of it is about the same money. */
function knownOf(entries: readonly LedgerEntry[], { provider, transaction, amount }: ReportedMovement): Fact[] {
  return entries
    .filter((entry) => entry.transaction === transaction && transaction !== '')
    .filter((entry) => entry.provider === provider || entry.provider === MERCHANT)
    .filter((entry) => entry.amount.currency === amount.currency)
    .map(factOfEntry);
}

/** A payment that is no larger than before, for example, or a reversal of what has gone back already. */
function saysNothing({ kind, object, taken }: ReportedMovement, credited: number, known: readonly Fact[]): boolean {
  switch (kind) {
    case 'payment':
      return credited <= 0;
    case 'reversal':
      return credited === 0;
    case 'dispute':
      return taken !== true && known.some((fact) => fact.movement === 'dispute' && fact.object === object);
    default:
      return false;
  }
}

function recordOf({ kind, references: _names, ...rest }: ReportedMovement) {
  return { ...rest, movement: kind };
}

type CountedMovement = { reported: ReportedMovement; counts: boolean; settled: number };

function judgePayment(
  collection: Collection,
  { reported, counts, settled }: CountedMovement,
): { event: PaymentEventType; reason?: UnexpectedReason; standing?: Standing } {
  const reason = counts ? reasonOf(collection, reported.at) : 'other_currency';
  return {
    event: reason === undefined ? 'payment.received' : 'payment.unexpected',
    ...(reason !== undefined && { reason }),
    ...(counts && { standing: standingOf(collection, settled, reported.at) }),
  };
}

/** Why money was not expected. Money that was paid before the completion was merely reported after it. */
function reasonOf(collection: Collection, paidAt: string): UnexpectedReason | undefined {
  const { status, completedAt, amount } = collection;
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'completed' || completedAt === null || paidAt <= completedAt) return undefined;
  return settledOf(collection) >= amount.minor ? 'already_paid' : 'already_completed';
}

function standingOf({ amount, expiresAt }: Collection, settled: number, paidAt: string): Standing {
  if (settled < amount.minor) return 'partial';
  if (paidAt >= expiresAt) return 'late';
  return settled === amount.minor ? 'exact' : 'over';
}
