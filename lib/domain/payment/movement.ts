/** What a provider reports about one collection's money: payments, and what came back of them. */
import type { Money } from '#lib/domain/money.ts';

/**
 * `payment`: all that its transaction has received so far, so a transaction that grows is reported again, larger.
 * `refund`: the provider says that it is done; `refund_failed`: it was done, and the money came back.
 * `dispute`: a customer has opened one; `dispute_lost` and `dispute_won` end it.
 * `reversal`: the provider gives the whole transaction as reversed or refunded, and names no object.
 * `rejected`: the provider refused money that came, and sent it back: nothing was received.
 * `credit`: the merchant asks for that much less. `moved_in` and `moved_out`: the merchant moved money between two debts.
 */
export const MOVEMENT_KINDS = [
  'payment',
  'refund',
  'refund_failed',
  'dispute',
  'dispute_lost',
  'dispute_won',
  'reversal',
  'rejected',
  'credit',
  'moved_in',
  'moved_out',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Nothing has moved yet: the provider has begun a refund that it may still carry out. It has no entry in a ledger. */
export const REFUND_PENDING = 'refund_pending';

export type Movement = {
  kind: MovementKind | typeof REFUND_PENDING;
  /** The provider's own id of the payment, which all later movements of that money name too. */
  transaction: string;
  /** The provider's own id of the refund, dispute or rejection; of a payment and a reversal, the transaction. */
  object: string;
  /** All names under which a collection may know the transaction: our session's, or the merchant's own. */
  references: readonly string[];
  /** Without a fee that was put on top for the customer to pay. Never negative. */
  amount: Money;
  /** The fee on top, in minor units of the same currency. */
  surcharge?: number;
  /** What the provider keeps of the amount, in minor units of the same currency. */
  fee?: number;
  /** How it was paid, such as `card` or `bank_transfer`; absent when the provider does not say. */
  method?: string;
  /** When it happened, by the provider's clock. */
  at: string;
  /** Of a `dispute`: the provider has taken the money already. */
  taken?: true;
};

/** What has an entry in a ledger. */
export type BookableMovement = Movement & { kind: MovementKind };

export const isBookable = (movement: Movement): movement is BookableMovement => movement.kind !== REFUND_PENDING;

/**
 * Whether money may still come: `open`: the payer can still pay; `pending`: a payment is under way and will succeed or
 * fail; `ended`: no more money will come by this transaction or session; `unknown`: the provider knows neither.
 */
export type Progress = 'open' | 'pending' | 'ended' | 'unknown';

export type Report = { movements: Movement[]; progress: Progress };
