/** What a collection has received, and what is left to pay. */
import type { Collection } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';

export const receivedOf = ({ amount, received }: Pick<Collection, 'amount' | 'received'>): Money => ({
  minor: received,
  currency: amount.currency,
});

export const outstandingOf = ({ amount, received }: Pick<Collection, 'amount' | 'received'>): Money => ({
  minor: Math.max(0, amount.minor - received),
  currency: amount.currency,
});
