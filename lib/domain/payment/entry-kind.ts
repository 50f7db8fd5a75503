/** As what a movement is booked, and the event that tells of it. */
import type { EntryKind, PaymentEventType } from './ledger-entry.ts';
import type { MovementKind } from './movement.ts';

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
