/** Money that came though nobody had asked for it, and that has not gone back: what the merchant owes to the payer, perhaps. */
import type { Collection } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import type { LedgerEntry, UnexpectedReason } from './ledger-entry.ts';

type Entry = Pick<LedgerEntry, 'transaction' | 'credited' | 'amount' | 'reason' | 'counts'>;

/** By these, all of the money is too much, however little it is. Of what was paid already, the balance says how much. */
const ALL_TOO_MUCH: readonly (UnexpectedReason | undefined)[] = ['cancelled', 'already_completed'];

/** That of the collection's currency first; none of nothing. */
export function surplusOf(
  { amount, received, status }: Pick<Collection, 'amount' | 'received' | 'status'>,
  entries: readonly Entry[],
): Money[] {
  const afterEnd = isOpen(status) ? 0 : netOfThose(entries, ({ reason }) => ALL_TOO_MUCH.includes(reason));
  const own = { ...amount, minor: Math.max(received - amount.minor, afterEnd) };
  const foreign = [...new Set(entries.filter(({ counts }) => !counts).map((entry) => entry.amount.currency))];
  const others = foreign.map((currency) => ({
    currency,
    minor: netOfThose(entries, ({ counts, amount }) => !counts && amount.currency === currency),
  }));
  return [own, ...others].filter(({ minor }) => minor > 0);
}

/** What the transactions of these entries have brought, all in all, in minor units. */
function netOfThose(entries: readonly Entry[], isOne: (entry: Entry) => boolean): number {
  const those = entries.filter(isOne);
  return entries
    .filter((entry) => those.some((one) => one === entry || isOfSameTransaction(one, entry)))
    .reduce((sum, { credited }) => sum + credited, 0);
}

const isOfSameTransaction = (one: Entry, other: Entry): boolean =>
  one.transaction !== '' && one.transaction === other.transaction && one.amount.currency === other.amount.currency;
