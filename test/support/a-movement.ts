/** Builders of what providers and merchants report, with defaults. */
import type { ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { BookableMovement } from '#lib/domain/payment/movement.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { aCollection, minutesLater } from './a-collection.ts';

const PROVIDER = 'prv_paystack';

export const ngn = (minor: number) => ({ amount: { minor, currency: 'NGN' } });

/** A payment of the whole amount of the default collection, ten minutes after its creation. */
export const aMovement = (given: Partial<BookableMovement> = {}): BookableMovement => ({
  kind: 'payment',
  transaction: 'trx-1',
  object: given.transaction ?? 'trx-1',
  references: [providerReference(aCollection().ref, 'checkout', 1)],
  ...ngn(4_500_000),
  at: minutesLater(10).toISOString(),
  ...given,
});

export const aReported = (given: Partial<ReportedMovement> = {}): ReportedMovement => ({
  ...aMovement(given),
  provider: PROVIDER,
  ...given,
});

/** One payment for each amount, each with its own transaction. */
export const paymentsOf = (minors: readonly number[], given: Partial<ReportedMovement> = {}): ReportedMovement[] =>
  minors.map((minor, index) => aReported({ transaction: `trx-${index + 1}`, ...ngn(minor), ...given }));

/** What came back of the default payment. */
export const aRefund = (minor: number, given: Partial<ReportedMovement> = {}): ReportedMovement =>
  aReported({ kind: 'refund', object: 'refund-1', ...ngn(minor), at: minutesLater(20).toISOString(), ...given });

/** The entry of a payment in the ledger of the default collection. */
export const anEntry = (given: Partial<LedgerEntry> = {}): LedgerEntry => ({
  key: 'prv_paystack#trx-1#payment#4500000',
  kind: 'payment',
  movement: 'payment',
  provider: PROVIDER,
  transaction: 'trx-1',
  object: 'trx-1',
  ...ngn(4_500_000),
  credited: 4_500_000,
  at: minutesLater(10).toISOString(),
  recordedAt: minutesLater(11).toISOString(),
  counts: true,
  standing: 'exact',
  event: 'payment.received',
  ...given,
});
