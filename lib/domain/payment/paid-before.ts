/** What was paid of a debt before it was recorded here. It is kept with the terms, and shown as the first entry of the ledger. */
import type { Collection } from '#lib/domain/collection.ts';
import { type LedgerEntry, MERCHANT } from './ledger-entry.ts';

const KEY = `${MERCHANT}#paid-before`;

/** It was booked with the creation, after its event and before all else. */
export function openingEntries({ paidBefore, createdAt }: Pick<Collection, 'paidBefore' | 'createdAt'>): LedgerEntry[] {
  if (paidBefore === undefined) return [];
  const { amount, at } = paidBefore;
  return [
    {
      key: KEY,
      kind: 'payment',
      movement: 'payment',
      provider: MERCHANT,
      transaction: '',
      object: '',
      amount,
      credited: amount.minor,
      at,
      recordedAt: createdAt,
      number: 0,
      eventsBefore: 1,
      counts: true,
      event: 'payment.received',
    },
  ];
}
