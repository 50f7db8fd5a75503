/** Disputes that a payer has opened at the bank or the provider, and whose end nobody has told. */
import type { LedgerEntry } from './ledger-entry.ts';
import type { MovementKind } from './movement.ts';

type Entry = Pick<LedgerEntry, 'movement' | 'provider' | 'transaction' | 'object' | 'amount' | 'recordedAt'>;

const ENDS: readonly MovementKind[] = ['dispute_won', 'dispute_lost'];

/** Oldest first. That the money is taken meanwhile is told by another entry of the same dispute. */
export function openChargebacks<One extends Entry>(entries: readonly One[]): One[] {
  const isOfSame = (one: Entry, other: Entry) =>
    one.provider === other.provider && one.transaction === other.transaction && one.object === other.object;
  return entries
    .filter(({ movement }) => movement === 'dispute')
    .filter((one) => !entries.some((other) => ENDS.includes(other.movement) && isOfSame(one, other)))
    .filter((one, at, open) => open.findIndex((other) => isOfSame(one, other)) === at);
}
