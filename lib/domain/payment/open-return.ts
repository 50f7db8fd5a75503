/** Refunds and disputes that have not ended: the lists of most providers show when one began, and not when it ended. */
import { type Movement, REFUND_PENDING } from './movement.ts';

/** `about` and `object`: what to ask its provider about, beside the transaction. */
export type OpenReturn = { transaction: string; about: 'refunds' | 'disputes'; object: string };

/** A refund that is begun, and a dispute that is not won: one that is lost can still be won. */
export function openReturnsIn(movements: readonly Movement[]): OpenReturn[] {
  const isWon = ({ object, transaction }: Movement) =>
    movements.some((each) => each.kind === 'dispute_won' && each.object === object && each.transaction === transaction);
  const open = movements.flatMap((movement): OpenReturn[] => {
    const { kind, transaction, object } = movement;
    if (transaction === '') return [];
    if (kind === REFUND_PENDING) return [{ transaction, about: 'refunds', object }];
    return kind === 'dispute' && !isWon(movement) ? [{ transaction, about: 'disputes', object }] : [];
  });
  return [...new Map(open.map((each) => [`${each.about} ${each.transaction} ${each.object}`, each])).values()];
}

/** Whether its provider has said how it ended. What the provider did not mention is still open. */
export function hasEnded({ transaction, about, object }: OpenReturn, movements: readonly Movement[]): boolean {
  const own = movements.filter((each) => each.object === object && each.transaction === transaction);
  const ofKind = own.filter(({ kind }) => kind.startsWith(about === 'refunds' ? 'refund' : 'dispute'));
  return ofKind.length > 0 && openReturnsIn(ofKind).length === 0;
}
