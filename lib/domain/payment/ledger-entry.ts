/** A collection's ledger: signed entries, only ever added, one for each thing that happened to its money. */

import { eventId } from '#lib/domain/ids.ts';
import type { By } from '#lib/domain/member.ts';
import { type Money, toAmount } from '#lib/domain/money.ts';
import type { MovementKind } from './movement.ts';

export function paymentEvent(collectionId: string, entry: LedgerEntry) {
  const { key, event, recordedAt, kind, credited, transaction, method, reason, provider, by } = entry;
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
      actor: provider === MERCHANT ? MERCHANT : 'provider',
      ...(by && { member: by }),
    },
  };
}

/** A dispute moves money at different times, depending on the provider. */
export function entryKindOf(kind: MovementKind, credited: number): EntryKind {
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

const EVENTS: Readonly<Record<MovementKind, PaymentEventType>> = {
  payment: 'payment.received',
  refund: 'payment.refunded',
  refund_failed: 'payment.refund_failed',
  dispute: 'payment.disputed',
  dispute_lost: 'payment.dispute_lost',
  dispute_won: 'payment.dispute_won',
  reversal: 'payment.reversed',
  rejected: 'payment.rejected',
};

/** An unexpected payment has another event. */
export const eventTypeOf = (kind: MovementKind): PaymentEventType => EVENTS[kind];

/** `dispute` and `rejected` move nothing: they only tell. */
export const ENTRY_KINDS = [
  'payment',
  'refund',
  'refund_failed',
  'chargeback',
  'chargeback_reversed',
  'reversal',
  'dispute',
  'rejected',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

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
  /** Whether `credited` is part of the balance: it is in the collection's currency. */
  counts: boolean;
  standing?: Standing;
  event: PaymentEventType;
  reason?: UnexpectedReason;
  note?: string;
  /** Of the merchant's: the member of the account who recorded it. */
  by?: By;
  /** The Idempotency-Key of the request with which the merchant recorded it, and the hash of its body. */
  requestKey?: string;
  bodyHash?: string;
};
