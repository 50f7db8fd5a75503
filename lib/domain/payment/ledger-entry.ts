/** What a ledger has of a payment, and what its entries come to: the net of a transaction, and open disputes. */

import type { Collection } from '#lib/domain/collection.ts';
import { eventId } from '#lib/domain/ids.ts';
import type { By } from '#lib/domain/member.ts';
import { type Money, toAmount } from '#lib/domain/money.ts';
import type { BookableMovement, MovementKind } from './movement.ts';

export function paymentEvent(collectionId: string, entry: LedgerEntry) {
  const { key, event, recordedAt, kind, credited, transaction, method, reason, creditReason, move, provider, by } =
    entry;
  const amount = kind === 'payment' ? { ...entry.amount, minor: credited } : entry.amount;
  return {
    id: eventId(`${collectionId}#${key}`, event),
    type: event,
    timestamp: recordedAt,
    data: {
      amount: toAmount(amount),
      ...(transaction !== '' && { transaction }),
      ...(method !== undefined && { method }),
      ...(reason !== undefined && { reason }),
      ...(creditReason !== undefined && { reason: creditReason }),
      ...(move && { with: move.collection, direction: credited < 0 ? 'out' : 'in' }),
      actor: provider === MERCHANT ? MERCHANT : 'provider',
      ...(by && { member: by }),
    },
  };
}

/** A debt, and what of a payment for several went to it. */
export type PaidDebt = { collection: Collection; entry: LedgerEntry };

/** A dispute moves money at different times, depending on the provider. */
export function entryKindOf(kind: MovementKind, credited: number): EntryKind {
  switch (kind) {
    case 'dispute':
    case 'dispute_lost':
      return credited < 0 ? 'chargeback' : 'dispute';
    case 'dispute_won':
      return credited > 0 ? 'chargeback_reversed' : 'dispute';
    case 'moved_in':
    case 'moved_out':
      return 'moved';
    default:
      return kind;
  }
}

const EVENTS: Readonly<Record<MovementKind, PaymentEventType>> = {
  payment: 'payment.received',
  refund: 'payment.refunded',
  refund_failed: 'payment.refund_failed',
  dispute: 'payment.disputed',
  dispute_lost: 'payment.dispute_lost',
  dispute_won: 'payment.dispute_won',
  reversal: 'payment.reversed',
  rejected: 'payment.rejected',
  credit: 'collection.credited',
  moved_in: 'payment.moved',
  moved_out: 'payment.moved',
};

/** An unexpected payment has another event. */
export const eventTypeOf = (kind: MovementKind): PaymentEventType => EVENTS[kind];

export const ENTRY_KINDS = [
  'payment',
  'refund',
  'refund_failed',
  'chargeback',
  'chargeback_reversed',
  'reversal',
  'dispute',
  'rejected',
  'credit',
  'moved',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** `dispute` and `rejected` only tell, and a credit asks for less. */
export const isOfMoney = (kind: EntryKind): boolean => !['dispute', 'rejected', 'credit'].includes(kind);

/** How the money received compares with the amount. `late` is enough money, but paid after the expiry. */
export const STANDINGS = ['partial', 'exact', 'over', 'late'] as const;
export type Standing = (typeof STANDINGS)[number];

export const UNEXPECTED_REASONS = ['already_completed', 'already_paid', 'cancelled', 'other_currency'] as const;
export type UnexpectedReason = (typeof UNEXPECTED_REASONS)[number];

export const PAYMENT_EVENT_TYPES = [
  'payment.received',
  'payment.unexpected',
  'payment.refunded',
  'payment.refund_failed',
  'payment.disputed',
  'payment.dispute_lost',
  'payment.dispute_won',
  'payment.reversed',
  'payment.rejected',
  'payment.moved',
  'collection.credited',
] as const;
export type PaymentEventType = (typeof PAYMENT_EVENT_TYPES)[number];

/** Who says that the money moved: a provider, by its id, or the merchant. */
export const MERCHANT = 'merchant';

export type LedgerEntry = {
  /** Unique in the collection: what moved, and how. The same movement always has the same key. */
  key: string;
  kind: EntryKind;
  /** What was reported; the kind follows from it and from the entries before it. */
  movement: MovementKind;
  /** The id of the provider, or `merchant`. */
  provider: string;
  transaction: string;
  object: string;
  /** What was reported; of a payment, the total that its transaction had received by then. Not negative. */
  amount: Money;
  /** What this entry adds to the balance, signed, in minor units of `amount.currency`. */
  credited: number;
  /** Of a `dispute`: the provider has taken the money. */
  taken?: true;
  surcharge?: number;
  fee?: number;
  method?: string;
  /** When the money moved. */
  at: string;
  recordedAt: string;
  /** Counts the entries of the collection from 1; absent in entries of earlier versions, as is the next. */
  number?: number;
  /** How many events the collection had: what happened in one millisecond has an order, too. */
  eventsBefore?: number;
  /** Whether `credited` is part of the balance: it is in the collection's currency. */
  counts: boolean;
  standing?: Standing;
  event: PaymentEventType;
  reason?: UnexpectedReason;
  /** Of a `credit`: why, in a word of the merchant's. */
  creditReason?: string;
  /** Of money that was moved. */
  move?: Move;
  note?: string;
  /** Of the merchant's: the member of the account who recorded it. */
  by?: By;
  /** The Idempotency-Key of the request with which the merchant recorded it, and the hash of its body. */
  requestKey?: string;
  bodyHash?: string;
};

/** Both sides have its `id`. `collection`: where it came from, or went to; `payment`: the id of the entry that was moved, where it left. */
export type Move = { id: string; collection: string; payment?: string };

/** One thing that is known of a transaction. `minor` of a payment is the total that the transaction had received. */
export type Fact = { movement: MovementKind; object: string; minor: number; taken: boolean };

export const factOf = ({ kind, object, amount, taken }: BookableMovement): Fact => ({
  movement: kind,
  object,
  minor: amount.minor,
  taken: taken === true,
});

export const factOfEntry = ({ movement, object, amount, taken }: LedgerEntry): Fact => ({
  movement,
  object,
  minor: amount.minor,
  taken: taken === true,
});

/**
 * In minor units. A transaction that the provider gives as reversed has brought nothing; the refunds and disputes that
 * explain it replace the reversal instead of adding to it, whichever of them was reported first. What came back of them
 * came back of the reversal, too.
 */
export function netOf(facts: readonly Fact[]): number {
  const paid = largest(facts, 'payment');
  const reversed = largest(facts, 'reversal');
  // A refund that failed was done before, even if no report said so then.
  const refunds = amountsOf(facts, ['refund', 'refund_failed']);
  const disputes = amountsOf(facts.filter(tookMoney), ['dispute', 'dispute_lost']);
  const returned = sumOf(refunds, objectsOf(facts, 'refund_failed')) + sumOf(disputes, objectsOf(facts, 'dispute_won'));
  return paid - Math.max(sumOf(refunds) + sumOf(disputes), reversed) + returned + givenOf(facts);
}

/** What the merchant has credited, and what was moved here, less what was moved away. */
const givenOf = (facts: readonly Fact[]): number =>
  sumOf(amountsOf(facts, ['credit', 'moved_in'])) - sumOf(amountsOf(facts, ['moved_out']));

/** Of what is reported as a total, again and again. */
const largest = (facts: readonly Fact[], kind: MovementKind): number =>
  Math.max(0, ...facts.filter(({ movement }) => movement === kind).map(({ minor }) => minor));

const tookMoney = ({ movement, taken }: Fact): boolean => movement === 'dispute_lost' || taken;

/** The largest amount of each object: an object that is reported twice counts once. */
function amountsOf(facts: readonly Fact[], kinds: readonly MovementKind[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { movement, object, minor } of facts) {
    if (kinds.includes(movement)) amounts.set(object, Math.max(minor, amounts.get(object) ?? 0));
  }
  return amounts;
}

const objectsOf = (facts: readonly Fact[], kind: MovementKind): ReadonlySet<string> =>
  new Set(facts.filter(({ movement }) => movement === kind).map(({ object }) => object));

function sumOf(amounts: ReadonlyMap<string, number>, of?: ReadonlySet<string>): number {
  let sum = 0;
  for (const [object, minor] of amounts) if (of === undefined || of.has(object)) sum += minor;
  return sum;
}

type DisputeEntry = Pick<LedgerEntry, 'movement' | 'provider' | 'transaction' | 'object' | 'amount' | 'recordedAt'>;

const DISPUTE_ENDS: readonly MovementKind[] = ['dispute_won', 'dispute_lost'];

/**
 * Disputes that a payer has opened at the bank or the provider, and whose end nobody has told. Oldest first. That the
 * money is taken meanwhile is told by another entry of the same dispute.
 */
export function openChargebacks<One extends DisputeEntry>(entries: readonly One[]): One[] {
  const isOfSame = (one: DisputeEntry, other: DisputeEntry) =>
    one.provider === other.provider && one.transaction === other.transaction && one.object === other.object;
  return entries
    .filter(({ movement }) => movement === 'dispute')
    .filter((one) => !entries.some((other) => DISPUTE_ENDS.includes(other.movement) && isOfSame(one, other)))
    .filter((one, at, open) => open.findIndex((other) => isOfSame(one, other)) === at);
}
