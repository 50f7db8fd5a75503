/** A correction of the amount: what was asked of providers for another amount ends, and what was received may be enough. */
import { decideStatus, withChange } from './change-status.ts';
import type { Collection } from './collection.ts';
import { type Fault, validationFailed } from './errors.ts';
import type { Money } from './money.ts';
import { openSessions, type StaleSessions } from './payment/session.ts';

/** @throws validation_failed */
export function refuseAmount({ amount, received }: Collection, asked: Money | undefined): void {
  const faults: Fault[] = [];
  if (asked !== undefined && asked.currency !== amount.currency)
    faults.push({ path: 'amount.currency', message: `must be ${amount.currency}, as before` });
  else if (asked !== undefined && asked.minor < received)
    faults.push({ path: 'amount.value', message: 'must not be less than what was received' });
  if (faults.length > 0) throw validationFailed(faults);
}

/** Options show accounts and prompts of the amount before; the payment page opens new ones. */
export const withAmount = (collection: Collection, amount: Money, now: Date): Partial<Collection> => ({
  amount,
  amountChanges: (collection.amountChanges ?? 0) + 1,
  options: [],
  ...staleFrom(collection, now),
});

/** Every session that is open is to be ended. */
export function staleFrom({ sessions }: Collection, now: Date): { staleSessions?: StaleSessions } {
  const last = openSessions(sessions).at(-1);
  return last === undefined ? {} : { staleSessions: { upTo: last.number, since: now.toISOString(), checks: 0 } };
}

/** As it is if what was received is all that is asked. */
export function completedIfPaid(collection: Collection, now: Date): Collection {
  if (collection.received < collection.amount.minor) return collection;
  const decision = decideStatus(collection, { to: 'completed', by: 'correction' }, now);
  if (decision.kind !== 'change') return collection;
  const { runNumber } = collection;
  // The revision has a run of its own already.
  return { ...withChange(collection, decision.change), runNumber };
}
