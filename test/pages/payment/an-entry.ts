/** Entries of a ledger, as the payment page gets them. */
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { minutesLater } from '#test/support/a-collection.ts';

/** By default a payment by card, two minutes after the collection's creation. */
export const anEntry = (given: Partial<LedgerEntry> = {}): LedgerEntry => {
  const { transaction = 'trx-1', amount = { minor: 4_500_000, currency: 'NGN' } } = given;
  const at = minutesLater(2).toISOString();
  return {
    key: `payment#${transaction}`,
    kind: 'payment',
    movement: 'payment',
    provider: 'prv_paystack',
    transaction,
    object: transaction,
    amount,
    credited: amount.minor,
    method: 'card',
    at,
    recordedAt: at,
    counts: true,
    event: 'payment.received',
    ...given,
  };
};

/** A received payment of this many minor units, in NGN. */
export const received = (minor: number, given: Partial<LedgerEntry> = {}): LedgerEntry =>
  anEntry({ transaction: `t-${minor}`, amount: { minor, currency: 'NGN' }, ...given });

/** A refund of this many minor units, a day after the creation. */
export const refunded = (minor: number, given: Partial<LedgerEntry> = {}): LedgerEntry =>
  received(minor, {
    kind: 'refund',
    movement: 'refund',
    object: `r-${minor}`,
    credited: -minor,
    at: minutesLater(1440).toISOString(),
    event: 'payment.refunded',
    ...given,
  });

/** A dispute of this many minor units, which takes the money when it is `taken`. */
export const disputed = (minor: number, { taken, ...given }: Partial<LedgerEntry> = {}): LedgerEntry =>
  received(minor, {
    kind: taken ? 'chargeback' : 'dispute',
    movement: 'dispute',
    object: `d-${minor}`,
    credited: taken ? -minor : 0,
    at: minutesLater(2880).toISOString(),
    event: 'payment.disputed',
    ...(taken && { taken }),
    ...given,
  });

/** What the entries add up to, as a collection keeps it. */
export const sumOf = (entries: readonly LedgerEntry[]): number =>
  entries.filter(({ counts }) => counts).reduce((sum, { credited }) => sum + credited, 0);
