/** A credit: the merchant asks for less than before. It is no money, and lowers what is outstanding like money. */
import type { Collection } from '#lib/domain/collection.ts';
import { invalidTransition, validationFailed } from '#lib/domain/errors.ts';
import { formatMoney, type Money } from '#lib/domain/money.ts';
import type { ReportedMovement } from './book-movement.ts';
import { MERCHANT } from './ledger-entry.ts';
import { type Recording, refuseOtherCurrency, requestOf } from './record-payment.ts';

export type Credit = { amount: Money; reason: string; note?: string | undefined };

/**
 * All credits together are at most what was asked. They may be more than is outstanding: the rest is owed to the customer.
 * @throws validation_failed, or invalid_transition where nothing is asked any more
 */
export function reportCredit(
  collection: Collection,
  { given, recording, now }: { given: Credit; recording: Recording; now: Date },
): ReportedMovement {
  const { amount, reason, note } = given;
  const asked = collection.amount;
  refuseOtherCurrency(collection, amount);
  const left = { ...asked, minor: asked.minor - (collection.credits ?? 0) };
  if (amount.minor > left.minor) {
    const message = `must be at most ${formatMoney(left)}: so much is asked and not credited`;
    throw validationFailed([{ path: 'amount.value', message }]);
  }
  if (collection.status === 'cancelled') throw invalidTransition('cancelled', 'credited');
  return {
    kind: 'credit',
    provider: MERCHANT,
    transaction: '',
    object: String(collection.entryCount + 1),
    references: [],
    amount,
    at: now.toISOString(),
    creditReason: reason,
    ...(note !== undefined && { note }),
    ...requestOf(recording),
  };
}
