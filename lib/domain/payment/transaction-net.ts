/** What one transaction has brought, all in all: it depends on what is known of it, not on the order of the reports. */
import type { LedgerEntry } from './ledger-entry.ts';
import type { BookableMovement, MovementKind } from './movement.ts';

/** One thing that is known of a transaction. `minor` of a payment is the total that the transaction had received. */
export type Fact = { movement: MovementKind; object: string; minor: number; taken: boolean };

export const factOf = ({ kind, object, amount, taken }: BookableMovement): Fact => ({
  movement: kind,
  object,
  minor: amount.minor,
  taken: taken === true,
});

export const factOfEntry = ({ movement, object, amount, taken }: LedgerEntry): Fact => ({
  movement,
  object,
  minor: amount.minor,
  taken: taken === true,
});

/**
 * In minor units. A transaction that the provider gives as reversed has brought nothing; the refunds and disputes that
 * explain it replace the reversal instead of adding to it, whichever of them was reported first. What came back of them
 * came back of the reversal, too.
 */
export function netOf(facts: readonly Fact[]): number {
  const paid = largest(facts, 'payment');
  const reversed = largest(facts, 'reversal');
  // A refund that failed was done before, even if no report said so then.
  const refunds = amountsOf(facts, ['refund', 'refund_failed']);
  const disputes = amountsOf(facts.filter(tookMoney), ['dispute', 'dispute_lost']);
  const returned = sumOf(refunds, objectsOf(facts, 'refund_failed')) + sumOf(disputes, objectsOf(facts, 'dispute_won'));
  return paid - Math.max(sumOf(refunds) + sumOf(disputes), reversed) + returned;
}

/** Of what is reported as a total, again and again. */
const largest = (facts: readonly Fact[], kind: MovementKind): number =>
  Math.max(0, ...facts.filter(({ movement }) => movement === kind).map(({ minor }) => minor));

const tookMoney = ({ movement, taken }: Fact): boolean => movement === 'dispute_lost' || taken;

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

function sumOf(amounts: ReadonlyMap<string, number>, of?: ReadonlySet<string>): number {
  let sum = 0;
  for (const [object, minor] of amounts) if (of === undefined || of.has(object)) sum += minor;
  return sum;
}
