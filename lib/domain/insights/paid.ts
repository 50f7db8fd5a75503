/** When a collection was paid, as reports on reminders understand it: by money that stayed, and by the day on which it moved. */
import { type JournalEntry, type JournalKind, MONEY_KINDS } from '#lib/domain/journal/journal.ts';
import type { Facts } from './facts.ts';

/** A mark without money is no payment; what was moved here from another debt is one. */
const OF_MONEY: ReadonlySet<JournalKind> = new Set([...MONEY_KINDS, 'moved']);

/**
 * In milliseconds; undefined where not enough money has come, or where it went back. `share`: of what is asked, without what the merchant
 * has credited. What was recorded late counts from when it moved.
 */
export function paidAt({ journal, amount }: Pick<Facts, 'journal' | 'amount'>, share = 1): number | undefined {
  const enough = (amount - creditsIn(journal)) * share;
  if (enough <= 0) return undefined;
  let [received, since] = [0, undefined as number | undefined];
  for (const entry of journal.filter(({ kind }) => OF_MONEY.has(kind)).toSorted((a, b) => movedAt(a) - movedAt(b))) {
    received -= entry.minor;
    if (received < enough) since = undefined;
    else since ??= movedAt(entry);
  }
  return since;
}

/** In minor units. Of an ended debt the books credit what is given back, too: these entries name no provider, and no less is asked for them. */
const creditsIn = (journal: readonly JournalEntry[]): number =>
  journal.reduce((sum, { kind, provider, minor }) => (kind === 'credited' && provider ? sum - minor : sum), 0);

const movedAt = ({ at, effectiveAt = at }: JournalEntry): number => effectiveAt;
