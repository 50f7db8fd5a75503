/** Money that came though nobody had asked for it, and that has not gone back. */
import type { Collection } from '#lib/domain/collection.ts';
import { type Money, settledOf } from '#lib/domain/money.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import type { LedgerEntry, UnexpectedReason } from './ledger-entry.ts';

type CreditedEntry = Pick<LedgerEntry, 'transaction' | 'credited' | 'amount' | 'reason' | 'counts' | 'recordedAt'>;

/** By these, all of the money is too much, however little it is. Of what was paid already, the balance says how much. */
const ALL_TOO_MUCH: readonly (UnexpectedReason | undefined)[] = ['cancelled', 'already_completed'];

/** That of the collection's currency first; none of nothing. */
export function surplusOf(
  collection: Pick<Collection, 'amount' | 'received' | 'credits' | 'status' | 'reopenedAt'>,
  entries: readonly CreditedEntry[],
): Money[] {
  const { amount, status, reopenedAt = '' } = collection;
  // A reopening takes what came while it was closed for what is asked.
  const isTooMuch = ({ reason, recordedAt }: CreditedEntry) => recordedAt > reopenedAt && ALL_TOO_MUCH.includes(reason);
  const afterEnd = isOpen(status) ? 0 : netOfThose(entries, isTooMuch);
  const own = { ...amount, minor: Math.max(settledOf(collection) - amount.minor, afterEnd) };
  const foreign = [...new Set(entries.filter(({ counts }) => !counts).map((entry) => entry.amount.currency))];
  const others = foreign.map((currency) => ({
    currency,
    minor: netOfThose(entries, ({ counts, amount }) => !counts && amount.currency === currency),
  }));
  return [own, ...others].filter(({ minor }) => minor > 0);
}

/** What the transactions of these entries have brought, all in all, in minor units. */
function netOfThose(entries: readonly CreditedEntry[], isOne: (entry: CreditedEntry) => boolean): number {
  const those = entries.filter(isOne);
  return entries
    .filter((entry) => those.some((one) => one === entry || isOfSameTransaction(one, entry)))
    .reduce((sum, { credited }) => sum + credited, 0);
}

const isOfSameTransaction = (one: CreditedEntry, other: CreditedEntry): boolean =>
  one.transaction !== '' && one.transaction === other.transaction && one.amount.currency === other.amount.currency;
