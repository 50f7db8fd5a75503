/** Reads Stripe's refunds and disputes of one PaymentIntent. */
import type { Movement, MovementKind } from '#lib/domain/payment/movement.ts';
import { readEpochSeconds } from '#lib/payment/provider-time.ts';
import { idAt, listAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import type { AskStripe } from './api.ts';
import { stripeMoney } from './money.ts';

type Names = Pick<Movement, 'transaction' | 'references'>;

const REFUND_KINDS: ReadonlyMap<string, MovementKind> = new Map([
  ['succeeded', 'refund'],
  ['failed', 'refund_failed'],
  ['canceled', 'refund_failed'],
]);

export async function refundsOf({ transaction, references }: Names, ask: AskStripe): Promise<Movement[]> {
  const rows = listAt(await ask(`/refunds?payment_intent=${transaction}&limit=100`), 'data');
  return rows.flatMap((row) => {
    const kind = REFUND_KINDS.get(textAt(row, 'status'));
    return kind === undefined ? [] : [{ kind, transaction, references, ...movedBy(row) }];
  });
}

/** An inquiry that was closed never took money. */
const DISPUTE_ENDS: ReadonlyMap<string, MovementKind> = new Map([
  ['lost', 'dispute_lost'],
  ['won', 'dispute_won'],
  ['warning_closed', 'dispute_won'],
]);

export async function disputesOf({ transaction, references }: Names, ask: AskStripe): Promise<Movement[]> {
  const rows = listAt(await ask(`/disputes?payment_intent=${transaction}&limit=100`), 'data');
  return rows.flatMap((row) => {
    const common = { transaction, references, ...movedBy(row) };
    const opened: Movement = { kind: 'dispute', ...common, ...(hasTaken(row) && { taken: true as const }) };
    const end = DISPUTE_ENDS.get(textAt(row, 'status'));
    return end === undefined ? [opened] : [opened, { kind: end, ...common }];
  });
}

const movedBy = (row: unknown) => ({
  object: idAt(row, 'id'),
  amount: stripeMoney(valueAt(row, 'amount'), valueAt(row, 'currency')),
  // Stripe gives the start only, not the time of the last change.
  at: readEpochSeconds(valueAt(row, 'created')),
});

/** Stripe has withdrawn the money if the dispute has moved the merchant's balance. An inquiry has not. */
function hasTaken(dispute: unknown): boolean {
  const moves = valueAt(dispute, 'balance_transactions');
  return Array.isArray(moves) && moves.some((move) => Number(valueAt(move, 'amount')) < 0);
}
