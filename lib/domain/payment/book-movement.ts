/** Books what moved in a collection's ledger: its entry, the new balance, and the completion that follows from it. */
import { decideStatus, type StatusChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import type { EntryKind, LedgerEntry, PaymentEventType, Standing, UnexpectedReason } from './ledger-entry.ts';
import { MERCHANT } from './ledger-entry.ts';
import type { Movement, MovementKind } from './movement.ts';
import { factOf, factOfEntry, netOf } from './transaction-net.ts';

/** A movement and who reports it: a provider, by its id, or the merchant, who may add a note. */
export type Reported = Movement & {
  provider: string;
  note?: string;
  /** Of the request with which the merchant recorded it. */
  requestKey?: string;
  bodyHash?: string;
};

/** A reported movement that is ahead of its collection. */
export type Waiting = { key: string; reported: Reported; recordedAt: string };

export type Ledger = {
  collection: Collection | undefined;
  entries: readonly LedgerEntry[];
  waiting: readonly Waiting[];
};

/** An entry with its effect. Both are written together, and only while the collection is as `expected`. */
export type Booking = {
  entry: LedgerEntry;
  expected: { status: Status; entryCount: number };
  updatedAt: string;
  /** The balance afterwards, in minor units. */
  received: number;
  completion?: StatusChange;
  /** A part was paid: the next reminder is left out. */
  skipsSlot?: true;
};

/** The same movement always has the same key, so it is booked once. A payment that grew is another movement. */
export function keyOf({ provider, kind, transaction, object, amount, requestKey }: Reported): string {
  const named = transaction === '' ? `request:${requestKey}` : transaction;
  return [provider, named, kind, kind === 'payment' ? String(amount.minor) : object]
    .map((part) => part.replaceAll('#', '%23'))
    .join('#');
}

/** Undefined if the ledger says it already. `entries` are all of the collection's. */
export function bookMovement(
  collection: Collection,
  entries: readonly LedgerEntry[],
  reported: Reported,
  now: Date,
): Booking | undefined {
  const key = keyOf(reported);
  if (entries.some((entry) => entry.key === key)) return undefined;
  const credited = creditOf(entries, reported);
  if (saysNothing(reported.kind, credited)) return undefined;
  const { status, updatedAt, amount, entryCount } = collection;
  const at = now.toISOString() > updatedAt ? now.toISOString() : updatedAt;
  const counts = reported.amount.currency === amount.currency;
  const received = collection.received + (counts ? credited : 0);
  const judged = reported.kind === 'payment' ? judgePayment(collection, { reported, counts, received }) : undefined;
  const entry: LedgerEntry = {
    ...recordOf(reported),
    key,
    kind: entryKind(reported.kind, credited),
    credited,
    recordedAt: at,
    counts,
    event: eventTypeOf(reported.kind),
    ...judged,
  };
  const booking = { entry, expected: { status, entryCount }, updatedAt: at, received };
  if (judged?.standing === undefined) return booking;
  if (judged.standing === 'partial') return isPayable(status) ? { ...booking, skipsSlot: true } : booking;
  const decision = decideStatus(collection, { to: 'completed', by: 'payment' }, now);
  return decision.kind === 'change' ? { ...booking, completion: decision.change } : booking;
}

/** What the movement changes in what its transaction has brought. A merchant's record of it counts as known. */
function creditOf(entries: readonly LedgerEntry[], reported: Reported): number {
  const { provider, transaction } = reported;
  const known = entries
    .filter((entry) => entry.transaction === transaction && transaction !== '')
    .filter((entry) => entry.provider === provider || entry.provider === MERCHANT)
    .map(factOfEntry);
  return netOf([...known, factOf(reported)]) - netOf(known);
}

/** A payment that is no larger than before, or a reversal of what has gone back already, says nothing new. */
const saysNothing = (kind: MovementKind, credited: number): boolean =>
  kind === 'payment' ? credited <= 0 : kind === 'reversal' && credited === 0;

function recordOf({ kind, references: _names, taken: _inKind, ...rest }: Reported) {
  return { ...rest, movement: kind };
}

type Counted = { reported: Reported; counts: boolean; received: number };

function judgePayment(
  collection: Collection,
  { reported, counts, received }: Counted,
): { event: PaymentEventType; reason?: UnexpectedReason; standing?: Standing } {
  const reason = counts ? reasonOf(collection, reported.at) : 'other_currency';
  return {
    event: reason === undefined ? 'payment.received' : 'payment.unexpected',
    ...(reason !== undefined && { reason }),
    ...(counts && { standing: standingOf(collection, received, reported.at) }),
  };
}

/** Why money was not expected. Money that was paid before the completion was merely reported after it. */
function reasonOf({ status, completedAt, amount, received }: Collection, paidAt: string): UnexpectedReason | undefined {
  if (status === 'cancelled') return 'cancelled';
  if (status !== 'completed' || completedAt === null || paidAt <= completedAt) return undefined;
  return received >= amount.minor ? 'already_paid' : 'already_completed';
}

function standingOf({ amount, expiresAt }: Collection, received: number, paidAt: string): Standing {
  if (received < amount.minor) return 'partial';
  if (paidAt >= expiresAt) return 'late';
  return received === amount.minor ? 'exact' : 'over';
}

function entryKind(kind: MovementKind, credited: number): EntryKind {
  switch (kind) {
    case 'dispute':
    case 'dispute_lost':
      return credited < 0 ? 'chargeback' : 'dispute';
    case 'dispute_won':
      return credited > 0 ? 'chargeback_reversed' : 'dispute';
    default:
      return kind;
  }
}

const EVENTS: Readonly<Record<Exclude<MovementKind, 'payment'>, PaymentEventType>> = {
  refund: 'payment.refunded',
  refund_failed: 'payment.refund_failed',
  dispute: 'payment.disputed',
  dispute_lost: 'payment.dispute_lost',
  dispute_won: 'payment.dispute_won',
  reversal: 'payment.reversed',
  rejected: 'payment.rejected',
};

const eventTypeOf = (kind: MovementKind): PaymentEventType => (kind === 'payment' ? 'payment.received' : EVENTS[kind]);
