/** What one transaction has brought, all in all: it depends on what is known of it, not on the order of the reports. */
import type { LedgerEntry } from './ledger-entry.ts';
import type { Movement, MovementKind } from './movement.ts';

/** One thing that is known of a transaction. `minor` of a payment is the total that the transaction had received. */
export type Fact = { movement: MovementKind; object: string; minor: number; taken: boolean };

export const factOf = ({ kind, object, amount, taken }: Movement): Fact => ({
  movement: kind,
  object,
  minor: amount.minor,
  taken: taken === true,
});

export const factOfEntry = ({ movement, object, amount, kind }: LedgerEntry): Fact => ({
  movement,
  object,
  minor: amount.minor,
  taken: movement === 'dispute' && kind === 'chargeback',
});

/**
 * In minor units. A transaction that the provider gives as reversed has brought nothing; the refunds and disputes that
 * explain it replace the reversal instead of adding to it, whichever of them was reported first.
 */
export function netOf(facts: readonly Fact[]): number {
  const paid = Math.max(0, ...amountsOf(facts, ['payment']).values());
  const refunded = sumOf(amountsOf(facts, ['refund']), objectsOf(facts, 'refund_failed'));
  const isTaken = facts.filter(({ movement, taken }) => movement === 'dispute_lost' || taken);
  const disputed = sumOf(amountsOf(isTaken, ['dispute', 'dispute_lost']), objectsOf(facts, 'dispute_won'));
  const isReversed = facts.some(({ movement }) => movement === 'reversal');
  return paid - Math.max(refunded + disputed, isReversed ? paid : 0);
}

/** The largest amount of each object: an object that is reported twice counts once. */
function amountsOf(facts: readonly Fact[], kinds: readonly MovementKind[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { movement, object, minor } of facts) {
    if (kinds.includes(movement)) amounts.set(object, Math.max(minor, amounts.get(object) ?? 0));
  }
  return amounts;
}

const objectsOf = (facts: readonly Fact[], kind: MovementKind): ReadonlySet<string> =>
  new Set(facts.filter(({ movement }) => movement === kind).map(({ object }) => object));

function sumOf(amounts: ReadonlyMap<string, number>, without: ReadonlySet<string>): number {
  let sum = 0;
  for (const [object, minor] of amounts) if (!without.has(object)) sum += minor;
  return sum;
}
