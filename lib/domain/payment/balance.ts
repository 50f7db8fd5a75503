/** What a collection has received, and what is still to be paid. */
import type { Collection } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';

type Paid = Pick<Collection, 'amount' | 'received'>;

/** The sum of the ledger: negative if more went back than came in, as when a disputed part payment is lost with its fee. */
export const receivedOf = ({ amount, received }: Paid): Money => ({ ...amount, minor: received });

export const outstandingOf = ({ amount, received }: Paid): Money => ({
  ...amount,
  minor: Math.max(0, amount.minor - received),
});
